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
    /// - Parameters:
    ///   - step: by how much the camera's clock was set meanwhile, in seconds.
    ///   - isBooted: whether the machine was booted meanwhile, so that the camera's media clock began again.
    private func gap(clockStep step: Int64, isBooted: Bool = true, isCompared: Bool) async throws -> GapDescription {
        let began = Tick(rawValue: isBooted ? 0 : 3 * 90_000)
        return try await withScratch { folder in
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
                    camera: "c", epoch: 2, tick: began, utc: (102 + step) * Self.second, uncertainty: 0,
                    account: EpochAccount(id: "b", predecessor: "a", cameraEpoch: 2)))
            for (epoch, tick, seconds) in [(1, 90_000, 100), (2, began.rawValue, 102)] where isCompared {
                try await store.add(
                    ClockComparison(
                        camera: "c", epoch: epoch, tick: Tick(rawValue: tick), utc: Int64(seconds) * Self.second,
                        uncertainty: 0))
            }
            var gap = Gap(
                recording: "r", epoch: 2, firstTick: began, lastTick: began, frames: 0, reason: .cameraRestarted)
            // The camera's own bound, by its clock.
            (gap.isUncounted, gap.atMost) = (true, step < 0 ? nil : Int(2 + step) * 30)
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

    @Test(
        "is as long as the camera's media clock says, and so many frames fit in it, if the clock was set in the same boot",
        arguments: [3_600, -3_600])
    func set(by step: Int64) async throws {
        let gap = try await gap(clockStep: step, isBooted: false, isCompared: true)
        #expect(gap.from == (100 + step) * Self.second && gap.to == (102 + step) * Self.second)
        #expect(gap.atMost == 60)
    }

    @Test("is as long as the camera's clock says if that was set forward and the machine was booted: never too short")
    func setForwardAtBoot() async throws {
        let gap = try await gap(clockStep: 3_600, isCompared: true)
        #expect(gap.from == 100 * Self.second && gap.to == 3_702 * Self.second)
        #expect(gap.atMost == 3_602 * 30)
    }

    @Test("has no length that is known if the clocks were not compared")
    func unknown() async throws {
        let gap = try await gap(clockStep: -3_600, isCompared: false)
        #expect(gap.from == gap.to && gap.atMost == nil)
    }
}
