// SPDX-License-Identifier: Apache-2.0
import AsyncHTTPClient
import Camera
import ControlClient
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOSSL
import ServiceLifecycle
import SystemPackage
import Tasks
import Testing
import TestSupport
import Transfers
import Trust
import Wire

@testable import ControlServer

@Suite("The page port", .timeLimit(.minutes(2)))
struct PageGuardTests {
    /// A running page, and a client that can send any request.
    struct Scene: Sendable {
        let port: Int
        let browsers: BrowserDesk
        let client: HTTPClient

        func send(
            _ method: HTTPMethod, _ path: String, headers: HTTPHeaders = [:], body: String? = nil
        ) async throws -> TestServer.Answer {
            var request = HTTPClientRequest(url: "https://127.0.0.1:\(port)\(path)")
            request.method = method
            request.headers = headers
            if let body {
                request.body = .bytes(ByteBuffer(string: body))
                request.headers.replaceOrAdd(name: "Content-Type", value: "application/json")
            }
            let response = try await client.execute(request, timeout: TestServer.patience)
            let bytes = try await response.body.collect(upTo: 1 << 20)
            return TestServer.Answer(
                status: Int(response.status.code), headers: response.headers, body: Array(bytes.readableBytesView))
        }

        var own: HTTPHeaders { ["Origin": "https://127.0.0.1:\(port)"] }

        /// Signs in by a link; returns the cookie.
        func enter(_ grants: Grants) async throws -> String {
            let link = try browsers.invite(PageLinkRequest(name: try PeerName("b"), grants: grants)).links[0]
            let token = try #require(link.split(separator: "#").last)
            let answer = try await send(.POST, "/enter", headers: own, body: #"{"token":"\#(token)"}"#)
            #expect(answer.status == 204, "\(answer.text)")
            let cookie = try #require(answer["Set-Cookie"])
            for part in ["; Path=/", "; Secure", "; HttpOnly", "; SameSite=Strict"] { #expect(cookie.contains(part)) }
            let again = try await send(.POST, "/enter", headers: own, body: #"{"token":"\#(token)"}"#)
            #expect(again.status == 400, "a link works once")
            return String(cookie.prefix { $0 != ";" })
        }
    }

    @Test("200 silent browsers do not shut the page for others: the one that was silent for longest goes")
    func silent() async throws {
        try await withDirectory { home in
            try await withScene(home: home) { scene in
                let cookie = try await scene.enter(.view)
                var raws: [RawConnection] = []
                for _ in 0..<200 { raws.append(try await RawConnection(port: scene.port)) }
                try await eventually("the bound holds") {
                    raws.count(where: \.isOpen) <= ServerLimits.anonymousPerAddress
                }
                #expect(raws.last?.isOpen == true)
                #expect(raws.first?.isOpen == false)
                #expect(try await scene.send(.GET, "/").status == 200)
                #expect(try await scene.send(.GET, "/v1/node", headers: ["Cookie": cookie]).status == 200)
                for raw in raws { await raw.close() }
            }
        }
    }

    @Test("The event stream of a browser ends when its rights change, so that its page reads them again")
    func changed() async throws {
        try await withDirectory { home in
            try await withScene(home: home) { scene in
                let cookie = try await scene.enter([.view, .record])
                var request = HTTPClientRequest(url: "https://127.0.0.1:\(scene.port)/v1/events")
                request.headers = ["Cookie": cookie]
                let stream = try await scene.client.execute(request, timeout: TestServer.patience)
                #expect(stream.status == .ok)
                let id = try #require(scene.browsers.sessions.first?.id)
                _ = try scene.browsers.edit(id, PeerEdit(grants: .view), by: nil)
                var end: (any Error)?
                do {
                    for try await _ in stream.body {}
                } catch {
                    end = error
                }
                #expect(end as? HTTPClientError != .deadlineExceeded)
                let session = try await scene.send(.GET, "/v1/page/session", headers: ["Cookie": cookie])
                #expect(try session.json(BrowserSessionDescription.self).grants == .view)
            }
        }
    }

    private func withScene(home: FilePath, _ body: (Scene) async throws -> Void) async throws {
        let peers = try PeerStore(home: home)
        let browsers = BrowserDesk(try BrowserStore(home: home), of: OwnNode.identity.id, host: "127.0.0.1")
        let pairing = try PairingDesk(of: OwnNode.identity, peers: peers)
        let camera = try await Nodes.camera(home: home)
        let server = try ControlServer(
            .camera(camera), as: OwnNode.identity, peers: peers, pairing: pairing, browsers: browsers,
            inbox: Inbox(
                InboxSettings(directory: home.appending("received")), events: camera.events, logger: TestServer.quiet),
            outbox: Outbox(to: camera.events),
            host: "127.0.0.1", port: 0, logger: TestServer.quiet)
        let ports = Pending<Int>()
        let page = try PageServer(
            for: server, of: .camera(camera), certificate: nil, host: "127.0.0.1", port: 0, hosts: ["porch.example"],
            logger: TestServer.quiet
        ) { ports.resolve($0) }
        let group = ServiceGroup(services: [camera, server, page], logger: TestServer.quiet)
        var configuration = HTTPClient.Configuration()
        // A browser has no certificate of ours.
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.certificateVerification = .none
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let outcome = await withTaskGroup(of: (any Error)?.self) { tasks in
            tasks.addTask { await Self.failure { try await group.run() } }
            let failure = await Self.failure {
                let port = try #require(await ports.value(within: .seconds(40)))
                try await body(Scene(port: port, browsers: browsers, client: client))
            }
            await group.triggerGracefulShutdown()
            let end = await tasks.next() ?? nil
            return failure ?? end
        }
        try await client.shutdown()
        if let outcome { throw outcome }
    }

    /// The error of the work, or nil; returned instead of thrown, so that the client is always shut down.
    private static func failure(_ work: () async throws -> Void) async -> (any Error)? {
        do {
            try await work()
            return nil
        } catch {
            return error
        }
    }

    @Test("Without a cookie there is the way in and nothing else; what is served allows nothing from elsewhere")
    func anonymous() async throws {
        try await withDirectory { home in
            try await withScene(home: home) { scene in
                for path in ["/", "/enter", "/page.css", "/app.js", "/enter.js", "/icon.svg"] {
                    let answer = try await scene.send(.GET, path)
                    #expect(answer.status == 200)
                    #expect(
                        answer["Content-Security-Policy"]?.hasPrefix("default-src 'none'; script-src 'self'") == true)
                    #expect(answer["Referrer-Policy"] == "no-referrer" && answer["X-Content-Type-Options"] == "nosniff")
                    #expect(!answer.text.contains("<script>") && !answer.text.contains("style="), "nothing inline")
                }
                for path in ["/v1/node", "/v1/state", "/v1/stills", "/v1/peers", "/v1/page/session"] {
                    let answer = try await scene.send(.GET, path, headers: ["Cookie": "__Host-longshot=guess"])
                    #expect(answer.status == 401, "\(path)")
                }
            }
        }
    }

    @Test("A session may do what was granted, and no more: every grant against every kind of route")
    func grants() async throws {
        try await withDirectory { home in
            try await withScene(home: home) { scene in
                let routes: [(String, Grants)] = [
                    ("/v1/node", .all), ("/v1/state", [.view, .record]), ("/v1/footage/manifest", .record),
                    ("/v1/stills", [.view, .shoot]), ("/v1/stills/jobs/x", .shoot), ("/v1/peers", .admin),
                    ("/v1/pairing/window", .admin), ("/v1/page/sessions", .admin),
                ]
                for grant in Grant.allCases {
                    let cookie = try await scene.enter(Grants(grant))
                    for (path, needed) in routes {
                        let answer = try await scene.send(.GET, path, headers: ["Cookie": cookie])
                        #expect((answer.status != 403) == needed.contains(Grants(grant)), "\(path) with \(grant)")
                    }
                }
            }
        }
    }

    @Test("Other names, other pages, and changes that say not where they come from are refused")
    func foreign() async throws {
        try await withDirectory { home in
            try await withScene(home: home) { scene in
                let cookie = try await scene.enter([.view, .shoot])
                for host in ["evil.example", "127.0.0.1.evil.example", "0.0.0.0", "10.9.8.7", ""] {
                    let answer = try await scene.send(.GET, "/v1/node", headers: ["Cookie": cookie, "Host": host])
                    #expect(answer.status == 421, "\(host)")
                }
                for host in ["127.0.0.1:\(scene.port)", "localhost:1", "porch.example"] {
                    let answer = try await scene.send(.GET, "/v1/node", headers: ["Cookie": cookie, "Host": host])
                    #expect(answer.status == 200, "\(host)")
                }
                let foreign: [HTTPHeaders] = [
                    ["Origin": "https://evil.example"], ["Origin": "null"],
                    ["Origin": "http://127.0.0.1:\(scene.port)"],
                    ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], [:], ["Sec-Fetch-Site": "none"],
                ]
                for var headers in foreign {
                    headers.add(name: "Cookie", value: cookie)
                    let answer = try await scene.send(.POST, "/v1/stills", headers: headers, body: "{}")
                    #expect(answer.status == 403, "\(headers)")
                }
                // A link in a webmail, which a person follows, leads to the page for browsers without a session, and nowhere else.
                let followed: HTTPHeaders = [
                    "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document",
                ]
                #expect(try await scene.send(.GET, "/enter", headers: followed).status == 200)
                for path in ["/", "/v1/node"] {
                    #expect(try await scene.send(.GET, path, headers: followed).status == 403, "\(path)")
                }
                var framed = followed
                framed.replaceOrAdd(name: "Sec-Fetch-Dest", value: "iframe")
                #expect(try await scene.send(.GET, "/enter", headers: framed).status == 403)
                var own = scene.own
                own.add(name: "Cookie", value: cookie)
                #expect(try await scene.send(.POST, "/v1/stills", headers: own, body: "{}").status == 202)
                // Sessions belong to nodes: a browser is refused, independent of its grants.
                #expect(try await scene.send(.POST, "/v1/session", headers: own, body: "{}").status == 403)
                #expect(try await scene.send(.DELETE, "/v1/session", headers: own).status == 403)
            }
        }
    }

    @Test("A session outlives the node, and ends when it is revoked, streams and all")
    func revoked() async throws {
        try await withDirectory { home in
            var cookie = ""
            try await withScene(home: home) { scene in cookie = try await scene.enter(.view) }
            try await withScene(home: home) { [cookie] scene in
                #expect(try await scene.send(.GET, "/v1/node", headers: ["Cookie": cookie]).status == 200)
                var request = HTTPClientRequest(url: "https://127.0.0.1:\(scene.port)/v1/events")
                request.headers.add(name: "Cookie", value: cookie)
                let stream = try await scene.client.execute(request, timeout: TestServer.patience)
                #expect(stream.status == .ok)
                let id = try #require(scene.browsers.sessions.first?.id)
                try scene.browsers.revoke(id)
                do {
                    for try await _ in stream.body {}
                } catch {}
                #expect(try await scene.send(.GET, "/v1/node", headers: ["Cookie": cookie]).status == 401)
            }
        }
    }
}
