// SPDX-License-Identifier: Apache-2.0
import Testing
import Wire

@testable import longshot

@Suite("A gap as text")
struct RecordingTextTests {
    private func text(frames: Int, ticks: Int64) -> String {
        RecordingText.gap(
            GapDescription(epoch: 2, firstTick: 90_000, lastTick: 90_000 + ticks, frames: frames, reason: "unknown"))
    }

    @Test("has a length only if that is one")
    func length() {
        #expect(text(frames: 1, ticks: 0).hasPrefix("1 frame in epoch 2: "), "\(text(frames: 1, ticks: 0))")
        #expect(text(frames: 1, ticks: 1).hasPrefix("1 frame in epoch 2: "))
        #expect(text(frames: 30, ticks: 90_000).hasPrefix("30 frames over 1.0 s in epoch 2: "))
    }
}
