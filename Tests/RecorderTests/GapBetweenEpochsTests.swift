// SPDX-License-Identifier: Apache-2.0
import Footage
import Media
import MediaSamples
import Testing
import Wire

@testable import Recorder

@Suite("The gap between two epochs", .timeLimit(.minutes(1)))
struct GapBetweenEpochsTests {
    private static let second: Int64 = 1_000_000_000

    /// The gap, where the camera was killed at 100 s by the recorder's clock and began again at 102 s.
    ///
    /// - Parameter step: by how much the camera's clock was set meanwhile, in seconds.
    private func gap(clockStep step: Int64, isCompared: Bool) async throws -> GapDescription {
        try await withScratch { folder in
            let archive = try await Archive(at: folder)
            let store = archive.store
            let recording = Recording(id: "r", camera: "c", cameraName: "c", transport: "tcp", startedAt: 0)
            try await store.open(recording)
            let killed = EpochAccount(
                id: "a", cameraEpoch: 1, ended: .killed, lastTick: Tick(rawValue: 90_000 - 3_000), captured: 30)
            try await store.set(
                EpochClock(
                    camera: "c", epoch: 1, tick: Tick(rawValue: 90_000), utc: 100 * Self.second, uncertainty: 0,
                    account: killed))
            try await store.set(
                EpochClock(
                    camera: "c", epoch: 2, tick: Tick(rawValue: 0), utc: (102 + step) * Self.second, uncertainty: 0,
                    account: EpochAccount(id: "b", predecessor: "a", cameraEpoch: 2)))
            for (epoch, tick, seconds) in [(1, 90_000, 100), (2, 0, 102)] where isCompared {
                try await store.add(
                    ClockComparison(
                        camera: "c", epoch: epoch, tick: Tick(rawValue: Int64(tick)), utc: Int64(seconds) * Self.second,
                        uncertainty: 0))
            }
            var gap = Gap(
                recording: "r", epoch: 2, firstTick: Tick(rawValue: 0), lastTick: Tick(rawValue: 0), frames: 0,
                reason: .cameraRestarted)
            gap.isUncounted = true
            let described = try await store.described([gap], of: recording)
            try await store.close()
            return try #require(described.first)
        }
    }

    @Test("is as long as the camera's clock says, which runs on while the camera does not", arguments: [true, false])
    func plain(isCompared: Bool) async throws {
        let gap = try await gap(clockStep: 0, isCompared: isCompared)
        #expect(gap.from == 100 * Self.second && gap.to == 102 * Self.second)
    }

    @Test(
        "is as long as the recorder's clock says if the camera's was set back meanwhile, and so many frames fit in it")
    func setBack() async throws {
        let gap = try await gap(clockStep: -3_600, isCompared: true)
        #expect(gap.from == (100 - 3_600) * Self.second && gap.to == (102 - 3_600) * Self.second)
        #expect(gap.atMost == 60)
    }

    @Test("has no length that is known if the clocks were not compared")
    func unknown() async throws {
        let gap = try await gap(clockStep: -3_600, isCompared: false)
        #expect(gap.from == gap.to && gap.atMost == nil)
    }
}
