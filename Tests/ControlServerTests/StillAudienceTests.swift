// SPDX-License-Identifier: Apache-2.0
import ControlClient
import TestSupport
import Testing
import Trust
import Wire

@testable import ControlServer

@Suite("Stills go to those whom they name", .timeLimit(.minutes(2)))
struct StillAudienceTests {
    private static func still(for recipients: [String], save: SavePreference) -> Still {
        Still(
            id: "s", job: "j", name: "s.jpg", camera: "c", type: "image/jpeg", width: 1, height: 1, bytes: 1,
            sha256: "",
            askedAt: 0, shownAt: 0, tick: 0, epoch: 1, skew: 0, uncertainty: 0, clamped: false, source: .ring,
            save: save, recipients: recipients)
    }

    private func peers(_ roles: [(String, PeerRole)], _ body: (PeerStore, [Peer]) throws -> Void) async throws {
        try await withDirectory { home in
            let store = try PeerStore(home: home)
            let peers = try roles.map { name, role in
                Peer(
                    certificate: try NodeIdentity().certificate, name: try PeerName(name), role: role, grants: .view,
                    pairedAt: 0)
            }
            for peer in peers { try store.add(peer) }
            try body(store, peers)
        }
    }

    @Test("Two recorders and a remote: only the named recorder and the remote see it, the owner always")
    func audience() async throws {
        try await peers([("attic", .recorder), ("barn", .recorder), ("phone", .remote)]) { store, peers in
            let audience = StillAudience(peers: store)
            let request = try audience.resolve(StillRequest(save: .both, recipients: ["attic"]))
            #expect(request.recipients == [peers[0].id.text])
            let still = Self.still(for: request.recipients, save: .both)
            #expect(audience.maySee(still, .owner))
            #expect(audience.maySee(still, .peer(peers[0].id)))
            #expect(!audience.maySee(still, .peer(peers[1].id)))
            #expect(audience.maySee(still, .peer(peers[2].id)))
            #expect(!audience.maySee(still, .stranger(peers[1].certificate)))
            let (event, job) = (Event.still(still), Event.stillJob(StillJob(id: "j", count: 1, secondsLeft: 0)))
            #expect(audience.mayHear(event, .peer(peers[0].id), with: .record))
            #expect(!audience.mayHear(event, .peer(peers[1].id), with: .all))
            // Who may neither see nor take stills hears of none.
            #expect(!audience.mayHear(event, .peer(peers[2].id), with: .record))
            #expect(audience.mayHear(event, .peer(peers[2].id), with: .view))
            #expect(!audience.mayHear(job, .peer(peers[0].id), with: [.record, .send]))
            #expect(audience.mayHear(job, .peer(peers[0].id), with: .shoot))
            // A still that stays on the camera is hidden from all recorders, even those that it names.
            #expect(!audience.maySee(Self.still(for: [peers[0].id.text], save: .camera), .peer(peers[0].id)))
        }
    }

    @Test("Without a name the only recorder is meant; several, or none, must be said")
    func unclear() async throws {
        try await peers([("attic", .recorder)]) { store, peers in
            let request = try StillAudience(peers: store).resolve(StillRequest(save: .recorder))
            #expect(request.recipients == [peers[0].id.text])
        }
        try await peers([("attic", .recorder), ("barn", .recorder)]) { store, _ in
            let problem = #expect(throws: Problem.self) {
                try StillAudience(peers: store).resolve(StillRequest(save: .both))
            }
            #expect(
                problem?.detail.hasSuffix("attic, barn") == true || problem?.detail.hasSuffix("barn, attic") == true)
            #expect(throws: Problem.self) {
                try StillAudience(peers: store).resolve(StillRequest(save: .both, recipients: ["nobody"]))
            }
        }
        try await peers([]) { store, _ in
            #expect(throws: Problem.self) { try StillAudience(peers: store).resolve(StillRequest(save: .both)) }
            let own = try StillAudience(peers: store).resolve(StillRequest(save: .camera, recipients: ["x"]))
            #expect(own.recipients.isEmpty)
        }
    }

    @Test("A recorder that has revoked the camera, or that the camera has revoked, is named as the reason")
    func revoked() async throws {
        try await peers([("attic", .recorder), ("barn", .recorder)]) { store, peers in
            let audience = StillAudience(peers: store)
            try store.noteRevocation(by: peers[0].id, at: 1_795_000_000)
            #expect(try audience.resolve(StillRequest(save: .both)).recipients == [peers[1].id.text])
            let named = #expect(throws: Problem.self) {
                try audience.resolve(StillRequest(save: .recorder, recipients: ["attic"]))
            }
            #expect(named?.detail.hasPrefix("attic revoked this camera at 2026-11-") == true, "\(named as Any)")
            #expect(named?.detail.contains("`longshot pair open` on attic") == true, "\(named as Any)")
            #expect(named?.status == 409 && named?.isRevoked == false, "the caller itself is not revoked")
            try store.revoke(peers[1].id, at: 1_795_000_001)
            let left = #expect(throws: Problem.self) { try audience.resolve(StillRequest(save: .both)) }
            #expect(left?.detail == named?.detail)
            try store.revoke(peers[0].id, at: 1_795_000_002)
            let none = #expect(throws: Problem.self) { try audience.resolve(StillRequest(save: .both)) }
            #expect(none?.detail.hasPrefix("this camera revoked ") == true, "\(none as Any)")
        }
    }

    @Test("A recorder that a still does not name hears nothing of it, finds it nowhere, and cannot fetch or delete it")
    func overTheWire() async throws {
        try await Guest.at(camera: [.view, .record]) { guest in
            // The still is for this second recorder.
            let other = try NodeIdentity()
            try guest.peers.add(
                Peer(
                    certificate: other.certificate, name: try PeerName("attic"), role: .recorder, grants: .view,
                    pairedAt: 0))
            try await OwnNode.withClient(at: guest.server.address) { owner in
                try await CameraServerTests.waitForPicture(owner)
                try await guest.withClient { client in
                    let heard = try await client.connectedEvents()
                    let job = try await owner.takeStills(StillRequest(save: .recorder, recipients: ["attic"]))
                    var iterator = heard.makeAsyncIterator()
                    while let numbered = try await iterator.next() {
                        if case .still(let still) = numbered.event { Issue.record("heard of \(still.id)") }
                        if case .stillJob(let moved) = numbered.event, moved.phase == .done { break }
                    }
                    let id = try #require(try await owner.stillJob(job.id).stills.first)
                    #expect(try await client.stills().isEmpty)
                    for attempt in [
                        { _ = try await client.still(id) }, { try await client.deleteStill(id) },
                    ] {
                        let problem = await #expect(throws: Problem.self) { try await attempt() }
                        #expect(problem?.status == 404)
                    }
                    #expect(try await owner.still(id).recipients == [other.id.text])
                }
            }
        }
    }
}
