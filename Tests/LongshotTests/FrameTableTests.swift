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

    private func gap(_ frames: ClosedRange<Int64>, isUncounted: Bool = false) -> Gap {
        var gap = Gap(
            recording: "r", epoch: 1, firstTick: Tick(rawValue: frames.lowerBound * step),
            lastTick: Tick(rawValue: frames.upperBound * step), frames: frames.count, reason: .spoolOverrun)
        gap.isUncounted = isUncounted
        return gap
    }

    /// The columns `state`, `missing`, `missing_seconds` and `seconds` of the rows of a clip with the given frames.
    private func rows(frames: [Int64], _ gaps: [Gap]) async throws -> [String] {
        let positions = frames.map { FootagePosition(epoch: 1, tick: Tick(rawValue: $0 * step)) }
        let clock = CommonClock(
            [EpochClock(camera: "c", epoch: 1, tick: Tick(rawValue: 0), utc: 0, uncertainty: 0)], [])
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
}
