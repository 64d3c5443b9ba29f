// SPDX-License-Identifier: Apache-2.0
import Footage
import Foundation
import Media
import SystemPackage
import Testing

@testable import longshot

@Suite("The table of a clip")
struct FrameTableTests {
    /// The ticks between two frames, of 30 in a second.
    private let step: Int64 = 3_000

    private func gap(_ frames: ClosedRange<Int64>, epoch: Int = 1, isUncounted: Bool = false) -> Gap {
        var gap = Gap(
            recording: "r", epoch: epoch, firstTick: Tick(rawValue: frames.lowerBound * step),
            lastTick: Tick(rawValue: frames.upperBound * step), frames: frames.count, reason: .spoolOverrun)
        gap.isUncounted = isUncounted
        return gap
    }

    /// The columns `state`, `missing`, `missing_seconds` and `seconds` of the rows of a clip with the given frames.
    ///
    /// Epoch 1 ends with frame 30.
    ///
    /// - Parameters:
    ///   - later: the frames of epoch 2.
    ///   - milliseconds: when that epoch begins, after epoch 1 began.
    private func rows(
        frames: [Int64], later: [Int64] = [], after milliseconds: Int64 = 3_000, _ gaps: [Gap]
    ) async throws -> [String] {
        let positions = [(1, frames), (2, later)].flatMap { epoch, frames in
            frames.map { FootagePosition(epoch: epoch, tick: Tick(rawValue: $0 * step)) }
        }
        var first = EpochClock(camera: "c", epoch: 1, tick: Tick(rawValue: 0), utc: 0, uncertainty: 0)
        first.account = EpochAccount(
            id: "e", cameraEpoch: 1, ended: .inOrder, lastTick: Tick(rawValue: 30 * step), nominalInterval: step)
        let second = EpochClock(
            camera: "c", epoch: 2, tick: Tick(rawValue: 0), utc: milliseconds * 1_000_000, uncertainty: 0)
        let clock = CommonClock([first, second], [])
        let path = FilePath(NSTemporaryDirectory()).appending("longshot-table-\(UUID()).csv")
        defer { try? FileManager.default.removeItem(atPath: path.string) }
        try await FrameTable(frames: positions, gaps: gaps, clock: clock, zero: 0).write(.csv, to: path)
        return try String(contentsOfFile: path.string, encoding: .utf8).split(separator: "\r\n").dropFirst().map {
            row in
            let columns = row.split(separator: ",", omittingEmptySubsequences: false)
            return [1, 2, 3, 9].map { columns[$0] }.joined(separator: " ")
        }
    }

    @Test(
        "tells how long frames are missing: to the next frame, or at the end of the clip to that of the last missing one"
    )
    func missing() async throws {
        let first = ["frame 0  0.000000", "frame 0  0.033333"]
        #expect(
            try await rows(frames: [0, 1, 4], [gap(2...3)])
                == first + ["missing 2 0.066667 0.066667", "frame 0  0.133333"])
        #expect(try await rows(frames: [0, 1], [gap(2...31)]) == first + ["missing 30 1.000000 0.066667"])
        #expect(try await rows(frames: [0, 1], [gap(2...2)]) == first + ["missing 1 0.033333 0.066667"])
        // Whole fragments are missing from the last frame before them on.
        #expect(
            try await rows(frames: [0, 1, 4], [gap(1...4)]) == first + [
                "missing 4 0.066667 0.066667", "frame 0  0.133333",
            ])
        // After a kill nobody knows how many there were.
        #expect(try await rows(frames: [0, 1], [gap(1...1, isUncounted: true)]) == first + ["missing   0.066667"])
    }

    @Test("has a row each for frames that are missing at the end of an epoch, for the pause, and for those behind it")
    func endOfEpoch() async throws {
        let first = ["frame 0  0.000000", "frame 0  0.033333"]
        let (lost, second) = ("missing 29 0.966667 0.066667", ["frame 0  3.066667", "frame 0  3.100000"])
        func pause(_ frame: Int64) -> Gap {
            let tick = Tick(rawValue: frame * step)
            return Gap(
                recording: "r", epoch: 2, firstTick: tick, lastTick: tick, frames: 0, reason: .cameraRestarted)
        }
        #expect(
            try await rows(frames: [0, 1], later: [2, 3], [gap(2...30), pause(2)])
                == first + [lost, "missing 0 2.033333 1.033333"] + second)
        // The time before an epoch ends where its first frames are missing.
        #expect(
            try await rows(frames: [0, 1], later: [2, 3], [gap(2...30), gap(0...1, epoch: 2), pause(2)])
                == first + [lost, "missing 0 1.966667 1.033333", "missing 2 0.066667 3.000000"] + second)
        // The next epoch begins before the last frame of the first one would have ended.
        #expect(
            try await rows(
                frames: [0, 1], later: [2, 3], after: 1_020, [gap(2...30), gap(0...1, epoch: 2), pause(0)])
                == first + [
                    "missing 29 0.953333 0.066667", "missing 0 0.000000 1.020000", "missing 2 0.066667 1.020000",
                    "frame 0  1.086667", "frame 0  1.120000",
                ])
        // The clip ends in the pause.
        #expect(
            try await rows(frames: [0, 1], [gap(2...30), pause(2)]) == first + [lost, "missing 0  1.033333"])
    }
}
