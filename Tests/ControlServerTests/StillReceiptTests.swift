// SPDX-License-Identifier: Apache-2.0
import ControlClient
import SystemPackage
import TestSupport
import Testing
import Trust
import Wire

@testable import ControlServer

@Suite("A still for several recorders only", .timeLimit(.minutes(2)))
struct StillReceiptTests {
    /// Runs the body with two recorders with the usual rights, and a camera with a still for both.
    private func withStill(
        _ body: (_ still: Still, _ first: Guest, _ second: Guest, _ owner: ControlClient) async throws -> Void
    ) async throws {
        try await Guest.at(camera: [.view, .record]) { first in
            let second = try first.another("attic", [.view, .record])
            try await OwnNode.withClient(at: first.server.address) { owner in
                try await CameraServerTests.waitForPicture(owner)
                let request = StillRequest(save: .recorder, recipients: ["guest", "attic"])
                let job = try await owner.takeStills(request)
                try await eventually("the still is there") { try await !owner.stillJob(job.id).stills.isEmpty }
                let id = try #require(try await owner.stillJob(job.id).stills.first)
                try await body(try await owner.still(id), first, second, owner)
            }
        }
    }

    @Test("stays on the camera until each of them has confirmed it")
    func both() async throws {
        try await withStill { still, first, second, owner async throws in
            try await first.withClient { client in
                try await client.confirmStill(still)
                // A repeated receipt does not count as another recorder.
                try await client.confirmStill(still)
            }
            #expect(try await owner.still(still.id).receivedBy == [first.id.text])
            try await second.withClient { client in
                var wrong = still
                wrong.sha256 = String(repeating: "0", count: 64)
                let problem = await #expect(throws: Problem.self) { try await client.confirmStill(wrong) }
                #expect(problem?.status == 409)
                try await withDirectory { folder in
                    try await client.download(Download(still, to: folder.appending(still.name)))
                }
                try await client.confirmStill(still)
            }
            let gone = await #expect(throws: Problem.self) { try await owner.still(still.id) }
            #expect(gone?.status == 404)
        }
    }

    @Test("is not deleted by a recorder of an earlier version, whose deletion counts as its receipt")
    func earlierVersion() async throws {
        try await withStill { still, first, second, owner async throws in
            try await first.withClient { try await $0.deleteStill(still.id) }
            #expect(try await owner.still(still.id).receivedBy == [first.id.text])
            try await second.withClient { try await $0.deleteStill(still.id) }
            await #expect(throws: Problem.self) { try await owner.still(still.id) }
        }
    }

    @Test("does not wait for a recorder that is revoked, and stays if nobody has it")
    func revoked() async throws {
        try await withStill { still, first, second, owner async throws in
            try first.peers.revoke(second.id, at: 77)
            try await first.withClient { try await $0.confirmStill(still) }
            await #expect(throws: Problem.self) { try await owner.still(still.id) }
        }
        try await withStill { still, first, second, owner async throws in
            try await first.withClient { try await $0.confirmStill(still) }
            #expect(try await owner.still(still.id).id == still.id)
            try first.peers.revoke(second.id, at: 77)
            try await eventually("nobody has to fetch it any more") {
                (try? await owner.still(still.id)) == nil
            }
        }
        try await withStill { still, first, second, owner async throws in
            try first.peers.revoke(second.id, at: 77)
            try first.peers.revoke(first.id, at: 77)
            // A later request shows that the revocations have been processed.
            let third = try first.another("barn", [.view, .record])
            var problem: Problem?
            try await eventually("a later request is answered") {
                do {
                    try await third.withClient { try await $0.confirmStill(still) }
                } catch let answer as Problem {
                    problem = answer
                } catch is ControlClientError {
                    // Its connection is cut if it was made before its own pairing was processed.
                }
                return problem != nil
            }
            #expect(problem?.status == 404)
            #expect(try await owner.still(still.id).receivedBy == nil)
        }
    }

    @Test("is confirmed by nobody but them")
    func others() async throws {
        try await withStill { still, _, _, owner async throws in
            let problem = await #expect(throws: Problem.self) { try await owner.confirmStill(still) }
            #expect(problem?.status == 403)
            #expect(try await owner.still(still.id).receivedBy == nil)
        }
    }

    @Test("that the camera keeps names the recorders that have it")
    func kept() async throws {
        try await Guest.at(
            camera: [.view, .record],
            preparing: { home, id in try StoredStills.write(1, to: home, save: .both) { _ in [id.text] } }
        ) { guest in
            try await guest.withClient { client in
                let still = try #require(try await client.allStills().first)
                #expect(still.isAwaited)
                try await client.confirmStill(still)
                let known = try await client.still(still.id)
                #expect(known.receivedBy == [guest.id.text] && !known.isAwaited)
                // A camera of an earlier version answers 404, and so does one whose still was deleted meanwhile.
                var gone = still
                gone.id = "20261121T050913Z-00001-0009"
                try await client.confirmStill(gone)
            }
        }
    }

    @Test("is not deleted from the camera by a recorder that may record and not shoot")
    func notItsOwn() async throws {
        try await Guest.at(
            camera: [.view, .record],
            preparing: { home, id in try StoredStills.write(1, to: home, save: .both) { _ in [id.text] } }
        ) { guest in
            try await guest.withClient { client in
                let still = try #require(try await client.allStills().first)
                let problem = await #expect(throws: Problem.self) { try await client.deleteStill(still.id) }
                #expect(problem?.status == 403)
                #expect(try await client.still(still.id) == still)
                try guest.peers.edit(guest.id, PeerEdit(grants: [.view, .record, .shoot]))
                try await client.deleteStill(still.id)
                #expect(try await client.allStills().isEmpty)
            }
        }
    }

    @Test("is found at the end of a long list that a recorder may not see")
    func longList() async throws {
        // More than one page of the client's list.
        let count = 220
        try await Guest.at(
            camera: [.view, .record],
            preparing: { home, id in
                try StoredStills.write(count, to: home) { $0 < count - 3 ? ["another recorder"] : [id.text] }
            }
        ) { guest in
            let seen = try await guest.withClient { try await $0.allStills() }
            #expect(seen.map { String($0.id.suffix(4)) } == ["0217", "0218", "0219"])
            let all = try await OwnNode.withClient(at: guest.server.address) { try await $0.allStills() }
            #expect(all.count == count)
        }
    }
}
