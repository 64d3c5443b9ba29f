// SPDX-License-Identifier: Apache-2.0
import ControlClient
import NIOHTTP1
import TestSupport
import Testing
import Wire

@testable import ControlServer

@Suite("Watching live, over HTTP", .timeLimit(.minutes(1)))
struct LiveViewTests {
    private static let offer: HTTPHeaders = ["Content-Type": "application/sdp"]

    @Test("An offer is an offer, of its own media type, and not endless; what ends is there")
    func offers() async throws {
        try await Nodes.withCamera { client, server in
            try await eventually("the camera runs") { try await client.state().capture?.phase == .running }
            let path = "/v1/live/whep"
            for (headers, body, status) in [
                (Self.offer, "hello", 400), (["Content-Type": "application/json"], "{}", 415),
                (Self.offer, String(repeating: "a=x\r\n", count: 20_000), 413),
                (Self.offer, "v=0\r\nm=audio 9 x 1", 400),
            ] {
                let answer = try await server.send(.POST, path, headers: headers, body: body)
                #expect(answer.status == status, "\(answer.text)")
                #expect(answer["Content-Type"] == "application/problem+json")
            }
            let prepared = try await server.send(.OPTIONS, path)
            #expect(prepared.status == 204 && prepared["Accept-Post"] == "application/sdp")
            #expect(try await server.send(.DELETE, path + "/nobody").status == 404)
            #expect(try await server.send(.GET, path).status == 405)
            #expect(try await client.state().viewers == ViewerCount(count: 0, limit: 8))
        }
    }

    @Test("What is not recorded cannot be watched on a recorder")
    func unrecorded() async throws {
        try await Nodes.withRecorder { client, server in
            for (camera, status) in [("front-door", 409), ("nobody", 404)] {
                let answer = try await server.send(
                    .POST, "/v1/cameras/\(camera)/whep", headers: Self.offer, body: "v=0")
                #expect(answer.status == status, "\(answer.text)")
            }
            #expect(try await server.send(.OPTIONS, "/v1/cameras/front-door/whep").status == 204)
            #expect(try await server.send(.OPTIONS, "/v1/cameras/nobody/whep").status == 404)
            #expect(try await server.send(.DELETE, "/v1/cameras/front-door/whep/nobody").status == 404)
            #expect(try await client.state().viewers == ViewerCount(count: 0, limit: 8))
        }
    }

    @Test("A node that listens on one address names no other", arguments: ["127.0.0.1", "::1", "192.0.2.1"])
    func bound(_ address: String) {
        #expect(LocalAddresses.list(reachedAt: address, listeningOn: address) == [address])
    }

    @Test("A node that listens on every address names more than one", arguments: ["0.0.0.0", "::"])
    func unbound(_ any: String) {
        #expect(
            LocalAddresses.list(reachedAt: "192.0.2.1", listeningOn: any) == LocalAddresses.list(reachedAt: "192.0.2.1")
        )
    }

    @Test("A browser is led to where it has been, then to what other machines can reach")
    func addresses() {
        #expect(LocalAddresses.list(reachedAt: "127.0.0.1").first == "127.0.0.1")
        #expect(LocalAddresses.list(reachedAt: "fe80::1%eth0").first != "fe80::1%eth0")
        for here in [nil, "192.0.2.1"] {
            let list = LocalAddresses.list(reachedAt: here)
            #expect(Set(list).count == list.count && list.count <= 8)
            #expect(list.allSatisfy { !$0.hasPrefix("127.") && $0 != "::1" })
        }
    }
}
