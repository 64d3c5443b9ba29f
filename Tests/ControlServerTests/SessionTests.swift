// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import ControlClient
import NIOHTTP1
import SystemPackage
import TestSupport
import Synchronization
import Testing
import Trust
import Wire

@testable import ControlServer

@Suite("Sessions of peers", .timeLimit(.minutes(2)))
struct SessionTests {
    /// The phases of the peer in the owner's events, up to and including `last`.
    private func phases(_ owner: EventStream, until last: LinkPhase) async throws -> [LinkPhase] {
        var phases: [LinkPhase] = []
        for try await numbered in owner {
            guard case .peer(let link) = numbered.event else { continue }
            phases.append(link.phase)
            if link.phase == last { break }
        }
        return phases
    }

    @Test("A peer is connecting, connected, suspended when its link is cut, and goes on with its token")
    func resumes() async throws {
        try await Guest.at(camera: [.view, .record]) { guest in
            try await OwnNode.withClient(at: guest.server.address) { owner in
                let events = try await owner.connectedEvents()
                let first = try guest.client()
                let ticket = try await first.beginSession(needs: ["archive-lane"])
                #expect(!ticket.resumed && ticket.keepAliveMilliseconds == 2_000 && ticket.resumableSeconds == 600)
                let reading = try await first.connectedEvents()
                #expect(try await phases(events, until: .connected) == [.connecting, .connected])
                let seen = try await owner.connectedEvents()
                await first.shutdown()
                #expect(try await phases(seen, until: .suspended) == [.suspended])
                _ = reading
                try await guest.withClient { second in
                    let next = try await second.beginSession(token: ticket.token)
                    #expect(next.resumed && next.epoch > ticket.epoch && next.token != ticket.token)
                    let reading = try await second.connectedEvents()
                    #expect(try await owner.state().peers.map(\.phase) == [.connected])
                    _ = reading
                    try await second.endSession(isRevoked: false)
                    let ended = try #require(try await owner.state().peers.first)
                    #expect(ended.phase == .lost && ended.reason?.hasPrefix("ended") == true)
                }
            }
        }
    }

    @Test("A peer that was renamed is shown so from its next session on; a name that cannot be shown changes nothing")
    func learnsName() async throws {
        try await Guest.at(camera: [.view, .record]) { guest in
            try await OwnNode.withClient(at: guest.server.address) { owner in
                let name = { try await owner.peers().first { $0.id == guest.id }?.name.text }
                try await guest.withClient { client in
                    let before = try await name()
                    for other in ["\u{202E}", ""] { _ = try await client.beginSession(name: other) }
                    #expect(try await name() == before)
                    _ = try await client.beginSession(name: "studio \u{1F3AC}")
                    #expect(try await name() == "studio \u{1F3AC}")
                    _ = try await owner.edit(guest.id, PeerEdit(name: PeerName("mine")))
                    _ = try await client.beginSession(name: "studio")
                    #expect(try await name() == "mine")
                }
            }
        }
    }

    @Test("A token works once; a used one costs the session, and a new one begins without a person")
    func rotates() async throws {
        try await Guest.at(camera: [.view, .record]) { guest in
            try await guest.withClient { client in
                let first = try await client.beginSession()
                let second = try await client.beginSession(token: first.token)
                #expect(second.resumed)
                let third = try await client.beginSession(token: first.token)
                #expect(!third.resumed && third.epoch > second.epoch)
                #expect(try await !client.beginSession(token: second.token).resumed)
            }
        }
    }

    @Test("A session that was replaced can command nothing and hears nothing: the epoch fences it out")
    func fenced() async throws {
        try await Guest.at(camera: [.view, .record]) { guest in
            try await guest.withClient { stale in
                _ = try await stale.beginSession()
                let events = try await stale.connectedEvents()
                try await guest.withClient { newer in
                    _ = try await newer.beginSession()
                    _ = try await newer.manifest()
                    let problem = await #expect(throws: Problem.self) { try await stale.manifest() }
                    #expect(problem?.isStaleSession == true, "\(problem as Any)")
                    #expect(problem?.status == 409)
                    await #expect(throws: ControlClientError.self) { for try await _ in events {} }
                }
            }
        }
    }

    @Test("A wish that the node cannot fulfil is refused by name")
    func unsupported() async throws {
        try await Guest.at(camera: [.view, .record]) { guest in
            try await guest.withClient { client in
                let problem = await #expect(throws: Problem.self) {
                    try await client.beginSession(needs: ["live-udp", "teleport"])
                }
                #expect(problem?.type == "tag:longshot,2026:unsupported")
                #expect(problem?.detail.hasPrefix("this node cannot teleport: it can ") == true)
            }
        }
    }

    @Test("Revoking ends the session and cuts every connection at once, also in the middle of a stream")
    func revoked() async throws {
        try await Guest.at(camera: [.view, .record]) { guest in
            try await guest.withClient { client in
                _ = try await client.beginSession()
                let events = try await client.connectedEvents()
                try guest.peers.revoke(guest.id, at: 77)
                await #expect(throws: ControlClientError.self) { for try await _ in events {} }
                // On a connection that is about to be cut, and on a new one, of which no request is read.
                try await eventually("every request is answered with who revoked whom, and when") {
                    do {
                        _ = try await client.node()
                    } catch let error as ControlClientError where error.isTransient {
                    } catch let problem as Problem {
                        #expect(problem.isRevoked && problem.status == 403 && problem.revokedAt == 77, "\(problem)")
                        #expect(problem.detail.contains(" at 1970-01-01T00:01:17Z: "), "\(problem)")
                        return true
                    }
                    return false
                }
                try await OwnNode.withClient(at: guest.server.address) { owner in
                    try await eventually("the owner sees it") {
                        let link = try #require(try await owner.state().peers.first)
                        return link.phase == .lost && link.reason == "revoked"
                    }
                }
            }
        }
    }

    @Test("A peer that has revoked the node says so; the node keeps when, until the peer begins a session again")
    func revokedThere() async throws {
        try await Guest.at(camera: [.view, .record]) { guest in
            try await guest.withClient { client in
                _ = try await client.beginSession()
                try await client.endSession(isRevoked: true)
                let peer = try #require(guest.peers[guest.id])
                let time = try #require(peer.revokedByPeerAt)
                #expect(abs(time - Int64(Date().timeIntervalSince1970)) < 60)
                #expect(!peer.isRevoked, "it may come back")
                try await OwnNode.withClient(at: guest.server.address) { owner in
                    let link = try #require(try await owner.state().peers.first)
                    #expect(link.phase == .lost && link.reason?.hasPrefix("revoked: it revoked this node at ") == true)
                }
                _ = try await client.beginSession()
                #expect(guest.peers[guest.id]?.revokedByPeerAt == nil)
                try await client.endSession(isRevoked: false)
                #expect(guest.peers[guest.id]?.revokedByPeerAt == nil)
            }
        }
    }

    @Test("What a peer has open without a session ends when the peer is revoked")
    func sessionless() async throws {
        let over = Mutex<[NodeID]>([])
        let sessions = PeerSessions(peers: try PeerStore(home: "/nonexistent"), events: EventFeed()) { peer in
            over.withLock { $0.append(peer) }
        }
        await sessions.end(OwnNode.identity.id, because: "revoked")
        #expect(over.withLock { $0 } == [OwnNode.identity.id] && sessions.list.isEmpty)
    }

    @Test("An event stream that is registered only after its peer was revoked does not connect it again")
    func lateStream() async throws {
        let peer = OwnNode.identity.id
        let sessions = PeerSessions(peers: try PeerStore(home: "/nonexistent"), events: EventFeed()) { _ in }
        let ticket = try await sessions.begin(peer, SessionRequest(), capabilities: [])
        await sessions.end(peer, because: "revoked")
        sessions.attach(peer, epoch: ticket.epoch)
        sessions.detach(peer, epoch: ticket.epoch)
        #expect(sessions.list.map(\.phase) == [.lost])
        #expect(sessions.list.map(\.reason) == ["revoked"])
    }
}
