// SPDX-License-Identifier: Apache-2.0
import Footage
import Media
import TestSupport
import Testing
import Wire

@testable import Recorder

@Suite("Backfill", .timeLimit(.minutes(1)))
struct BackfillTests {
    private static func withBackfill(
        _ count: Int, _ body: (KeeperScene, Backfill, [ClosedFragment], [FragmentAnnouncement]) async throws -> Void
    ) async throws {
        let closed = try SampleFootage.fragments(count)
        try await KeeperScene.with { scene in
            let backfill = Backfill(scene.keeper, bytesPerSecond: nil) { _ in }
            try await body(scene, backfill, closed, closed.map { KeeperScene.announcement($0) })
        }
    }

    @Test("stores all that it was to fetch, several at a time")
    func all() async throws {
        try await Self.withBackfill(10) { scene, backfill, closed, announced in
            for fragment in closed { scene.camera.serve(fragment.fragment.bytes, as: fragment.fragment.sequence) }
            async let running: Void = backfill.run()
            for announcement in announced { try await backfill.add(announcement) }
            try await backfill.finish()
            try await running
            let stored = try await scene.stored
            #expect(stored.keys.sorted() == Array(1...10))
            for fragment in closed { #expect(stored[fragment.fragment.sequence]?.digest == fragment.fragment.digest) }
            #expect(scene.camera.acknowledged.last == 10 && scene.camera.asked == 10)
        }
    }

    @Test("writes down what the camera does not have, and goes on")
    func gap() async throws {
        try await Self.withBackfill(6) { scene, backfill, closed, announced in
            for fragment in closed where fragment.fragment.sequence != 2 {
                scene.camera.serve(fragment.fragment.bytes, as: fragment.fragment.sequence)
            }
            async let running: Void = backfill.run()
            for announcement in announced { try await backfill.add(announcement) }
            try await backfill.finish()
            try await running
            #expect(try await scene.stored.keys.sorted() == [1, 3, 4, 5, 6])
            let gaps = try await scene.archive.gaps(of: KeeperScene.recording)
            #expect(gaps.map(\.sequences) == [2...2] && gaps.map(\.reason) == [.spoolOverrun])
        }
    }

    @Test("is not finished because the recorder is stopped")
    func stopped() async throws {
        try await Self.withBackfill(2) { _, backfill, _, announced in
            // Nobody fetches.
            try await backfill.add(announced[0])
            let waiting = Task { try await backfill.finish() }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
        }
    }
}
