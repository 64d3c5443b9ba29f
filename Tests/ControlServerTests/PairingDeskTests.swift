// SPDX-License-Identifier: Apache-2.0
import AsyncHTTPClient
import ControlClient
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import ServiceLifecycle
import Synchronization
import Tasks
import Testing
import TestSupport
import Trust
import Wire

@testable import ControlServer

@Suite("Pairing over the network", .timeLimit(.minutes(10)))
struct PairingDeskTests {
    /// A node's running pairing desk, and the peers that it has accepted.
    private struct Scene {
        let desk: PairingDesk
        let peers: PeerStore
        let joiner: NodeIdentity

        /// What the joiner asks for.
        var wants: Grants = [.view, .record]

        func client(_ identity: NodeIdentity? = nil) throws -> PairingClient {
            PairingClient(
                as: identity ?? joiner, name: try PeerName("attic"), role: .recorder, wants: wants, gives: .view)
        }

        /// Joins while the owner approves or refuses.
        func join(_ link: PairingLink, deciding approve: Bool, viewOf: [NodeID]? = nil) async throws -> (
            peer: Peer, granted: Rights
        ) {
            let client = try client()
            return try await withThrowingTaskGroup(of: (peer: Peer, granted: Rights)?.self) { group in
                let words = Pending<[String]>()
                group.addTask { try await client.join(link) { words.resolve($0) } }
                group.addTask {
                    let shown = try #require(await words.value(within: .seconds(40)))
                    let candidate = try #require(desk.report().candidate)
                    #expect(candidate.words == shown && shown.count == 4)
                    #expect(candidate.id == joiner.id && candidate.name.text == "attic")
                    try desk.decide(
                        PairingDecision(
                            session: candidate.session, approve: approve, grants: viewOf == nil ? nil : .record,
                            viewOf: viewOf))
                    return nil
                }
                var result: (peer: Peer, granted: Rights)?
                for try await outcome in group { result = outcome ?? result }
                return try #require(result)
            }
        }
    }

    private func withScene(
        onNotice: @escaping @Sendable (PairingDesk.Notice?) -> Void = { _ in }, _ body: (Scene) async throws -> Void
    ) async throws {
        try await withDirectory { home in
            let peers = try PeerStore(home: home)
            let desk = try PairingDesk(of: OwnNode.identity, peers: peers, onNotice: onNotice)
            desk.serves(on: 5_664)
            let group = ServiceGroup(services: [desk], logger: TestServer.quiet)
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await group.run() }
                try await body(Scene(desk: desk, peers: peers, joiner: try NodeIdentity()))
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
            }
        }
    }

    /// Whether a server listens at the address.
    private func isOpen(_ address: PeerAddress) async -> Bool {
        (try? await CertificateProbe.certificate(at: NodeAddress(address.description), as: OwnNode.identity)) != nil
    }

    @Test("Two who open a window at once are both told the port, and the second window is the one that is open")
    func openedTwice() async throws {
        try await withScene { scene in
            async let first = scene.desk.open()
            async let second = scene.desk.open()
            let links = try await [first, second].map { try PairingLink($0.link) }
            #expect(links[0].addresses == links[1].addresses)
            #expect(scene.desk.report().phase != .closed)
        }
    }

    @Test("An open window is announced until it is over, not as long as its port tells the joiner the outcome")
    func notice() async throws {
        let notices = Mutex<[PairingDesk.Notice?]>([])
        try await withScene(onNotice: { notice in notices.withLock { $0.append(notice) } }) { scene in
            let invitation = try await scene.desk.open()
            let (link, address) = (try PairingLink(invitation.link), try #require(invitation.addresses.first))
            try await eventually("the window is announced") {
                notices.withLock { $0.last??.tag } == link.code.windowTag
            }
            _ = try await scene.join(link, deciding: true)
            try await eventually("the window is announced no more") { notices.withLock { $0.last == .some(nil) } }
            #expect(await isOpen(address))
        }
    }

    @Test("Whoever may view some cameras only is told which ones")
    func bounded() async throws {
        try await withScene { scene in
            let porch = try NodeIdentity().id
            let link = try PairingLink(try await scene.desk.open().link)
            let (_, granted) = try await scene.join(link, deciding: true, viewOf: [porch])
            #expect(granted == Rights(.record, viewOf: [porch]) && granted == scene.peers[scene.joiner.id]?.rights)
        }
    }

    @Test("A joiner that ends while the owner decides leaves the window open, without a timeout")
    func leaving() async throws {
        try await withScene { scene in
            let link = try PairingLink(try await scene.desk.open().link)
            let (client, words) = (try scene.client(), Pending<[String]>())
            let joining = Task { try await client.join(link) { words.resolve($0) } }
            _ = try #require(await words.value(within: .seconds(40)))
            #expect(scene.desk.report().phase == .confirming)
            joining.cancel()
            try await eventually("the candidate has left") { scene.desk.report().phase == .open }
        }
    }

    @Test("By the link: both sides show the same words, each knows the other, and the joiner where to find the node")
    func link() async throws {
        try await withScene { scene in
            let link = try PairingLink(try await scene.desk.open().link)
            let (peer, granted) = try await scene.join(link, deciding: true)
            #expect(peer.id == OwnNode.identity.id && peer.role == .camera && peer.grants == .view)
            #expect(peer.addresses.map(\.description) == ["127.0.0.1:5664"])
            #expect(granted == Rights([.view, .record]))
            let stored = try #require(scene.peers[scene.joiner.id])
            #expect(stored.rights == granted && stored.name.text == "attic" && stored.role == .recorder)
            #expect(scene.desk.report().ending == .paired)
        }
    }

    @Test("A joiner that asks for admin gets it only if the owner names it")
    func admin() async throws {
        try await withScene { scene in
            var scene = scene
            scene.wants = .all
            let link = try PairingLink(try await scene.desk.open().link)
            let (_, granted) = try await scene.join(link, deciding: true)
            #expect(granted == Rights([.view, .shoot, .record, .send]))
        }
    }

    @Test("A joiner that is paired again keeps what the owner granted by name, and one that was revoked does not")
    func again() async throws {
        try await withScene { scene in
            _ = try await scene.join(PairingLink(try await scene.desk.open().link), deciding: true)
            try scene.peers.edit(scene.joiner.id, PeerEdit(grants: [.shoot, .admin], viewOf: [OwnNode.identity.id]))
            let (_, kept) = try await scene.join(PairingLink(try await scene.desk.open().link), deciding: true)
            #expect(kept == Rights([.shoot, .record, .admin], viewOf: [OwnNode.identity.id]))
            #expect(scene.peers[scene.joiner.id]?.rights == kept)
            try scene.peers.revoke(scene.joiner.id, at: 0)
            let (_, anew) = try await scene.join(PairingLink(try await scene.desk.open().link), deciding: true)
            #expect(anew == Rights([.view, .record]))
        }
    }

    @Test("The owner refuses: the joiner is told, nobody is stored, and the code is worthless")
    func denied() async throws {
        try await withScene { scene in
            let link = try PairingLink(try await scene.desk.open().link)
            await #expect(throws: PairingError.denied) { try await scene.join(link, deciding: false) }
            #expect(scene.peers.peers.isEmpty)
            let again = await #expect(throws: (any Error).self) { try await scene.client().join(link) { _ in } }
            #expect("\(again as Any)".contains("longshot pair open") || again is ControlClientError, "\(again as Any)")
        }
    }

    @Test("Five wrong codes close the window, and its port goes away")
    func guesses() async throws {
        try await withScene { scene in
            let invitation = try await scene.desk.open()
            let address = try #require(invitation.addresses.first)
            #expect(await isOpen(address))
            var generator = SystemRandomNumberGenerator()
            for _ in 0..<PairingWindow.failureLimit {
                let guess = PairingCode(using: &generator)
                let problem = await #expect(throws: Problem.self) {
                    try await scene.client().join(NodeAddress(address.description), guess) { _ in }
                }
                #expect(problem?.type == "tag:longshot,2026:pairing-refused")
            }
            #expect(scene.desk.report().ending == .failures)
            try await eventually("the pairing port is gone") { await !isOpen(address) }
        }
    }

    @Test(
        "100 strangers with a key each, silent behind TLS, cost no more connections than there may be, and no joiner its turn"
    )
    func crowd() async throws {
        try await withScene { scene in
            let link = try PairingLink(try await scene.desk.open().link)
            let port = try #require(
                link.addresses.first.flatMap { $0.description.split(separator: ":").last }.flatMap { Int($0) })
            var raws: [RawConnection] = []
            for _ in 0..<100 {
                raws.append(
                    try await RawConnection(
                        port: port, as: Access(as: NodeIdentity(), to: OwnNode.identity.certificate)))
            }
            try await eventually("the bound holds") {
                raws.count(where: \.isOpen) <= ServerLimits.strangersPerAddress
            }
            _ = try await scene.join(link, deciding: true)
            #expect(scene.desk.report().ending == .paired)
            for raw in raws { await raw.close() }
        }
    }

    @Test("A body of a hello that does not come is given up after 3 s")
    func silentHello() async throws {
        try await withScene { scene in
            let link = try PairingLink(try await scene.desk.open().link)
            let port = try #require(
                link.addresses.first.flatMap { $0.description.split(separator: ":").last }.flatMap { Int($0) })
            let raw = try await RawConnection(
                port: port, as: Access(as: NodeIdentity(), to: OwnNode.identity.certificate))
            try await raw.write(
                "POST /v1/pairing/hello HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n"
            )
            _ = try await scene.join(link, deciding: true)
            #expect(try await raw.isClosed(probing: false))
        }
    }

    @Test("The port exists only while a window is open, and is another one the next time")
    func port() async throws {
        try await withScene { scene in
            let first = try #require(try await scene.desk.open().addresses.first)
            let second = try #require(try await scene.desk.open().addresses.first)
            #expect(first == second, "a window that is replaced keeps its port")
            scene.desk.close()
            try await eventually("the pairing port is gone") { await !isOpen(first) }
            let third = try #require(try await scene.desk.open().addresses.first)
            #expect(await isOpen(third))
        }
    }

    @Test(
        "Somebody in the middle with a certificate of their own: the link sees through, and the code is no use to them")
    func middle() async throws {
        try await withScene { scene in
            let invitation = try await scene.desk.open()
            let link = try PairingLink(invitation.link)
            let owner = try #require(invitation.addresses.first)
            let attacker = try NodeIdentity()
            var code = link.code
            // Acts as the owner towards the joiner and as the joiner towards the owner, and relays all messages.
            let relay = try TestServer.client(Access(as: attacker, to: OwnNode.identity.certificate))
            let ports = Pending<Int>()
            var routes = RouteTable()
            for (method, path) in [
                (HTTPRequest.Method.post, "/v1/pairing/hello"), (.post, "/v1/pairing/{session}/proof"),
                (.get, "/v1/pairing/{session}/verdict"),
            ] {
                routes.on(method, path, needs: .none) { request, _ in
                    var onward = HTTPClientRequest(url: "https://\(owner)\(request.uri.path)")
                    onward.method = HTTPMethod(rawValue: method.rawValue)
                    onward.headers.add(name: "Content-Type", value: "application/json")
                    if method == .post { onward.body = .bytes(try await request.body.collect(upTo: 1 << 16)) }
                    let answer = try await relay.execute(onward, timeout: TestServer.patience)
                    return Response(
                        status: .init(code: Int(answer.status.code)),
                        headers: [.contentType: answer.headers.first(name: "Content-Type") ?? ""],
                        body: .init(byteBuffer: try await answer.body.collect(upTo: 1 << 16)))
                }
            }
            let listener = Listener(
                routes: routes,
                door: try Door(of: attacker) { certificate throws(TrustError) in .stranger(certificate) },
                access: { _, visitor, _ in (visitor, Rights([])) }, host: "127.0.0.1", port: 0,
                logger: TestServer.quiet, scarcity: Scarcity(),
                onRunning: { ports.resolve($0) })
            let group = ServiceGroup(services: [listener], logger: TestServer.quiet)
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await group.run() }
                let port = try #require(await ports.value(within: .seconds(40)))
                let there = try NodeAddress("127.0.0.1:\(port)")
                let bent = try PairingLink(
                    node: link.node, name: link.name, addresses: [PeerAddress("127.0.0.1:\(port)")], code: link.code)
                let impostor = PairingError.impostor(expected: OwnNode.identity.id, found: attacker.id)
                for run in 0..<Repetitions.count {
                    await #expect(throws: impostor) { try await scene.client().join(bent) { _ in } }
                    // Reopens the window, because the fifth failure would close it.
                    if run % 4 == 0 { code = try PairingLink(try await scene.desk.open().link).code }
                    await #expect(throws: Problem.self) { try await scene.client().join(there, code) { _ in } }
                    // A later connection between paired nodes fails too, because the certificate differs from the pinned one.
                    let later = try ControlClient(there, Access(as: scene.joiner, to: OwnNode.identity.certificate))
                    await #expect(throws: ControlClientError.self) { try await later.node() }
                    await later.shutdown()
                }
                #expect(scene.peers.peers.isEmpty && scene.desk.report().candidate == nil)
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
            }
            try await relay.shutdown()
        }
    }
}
