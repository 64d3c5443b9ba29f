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

@Suite("Recordings as text")
struct RecordingNameTests {
    @Test("have the present names of their cameras, and those of cameras that are not paired any more stay")
    func renamed() {
        let recordings = ["a", "b", "gone"].map { camera in
            RecordingDescription(
                id: camera, camera: camera, cameraName: "old", transport: .udp, state: .recording, startedAt: 0)
        }
        let present: [String: String?] = ["a": "porch", "b": nil]
        let cameras = present.map { camera, name in
            var link = CameraLinkState(address: "10.0.0.1:5664")
            (link.camera, link.name) = (camera, name)
            return link
        }
        #expect(recordings.named(by: cameras).map(\.cameraName) == ["porch", "old", "old"])
    }

    @Test("are complete only as far as was counted, if the catalog that knew their ends was lost")
    func restored() {
        var recording = RecordingDescription(
            id: "a", camera: "c", cameraName: "porch", transport: .udp, state: .stopped, startedAt: 0)
        (recording.frames.captured, recording.frames.encoded, recording.frames.persisted) = (30, 30, 30)
        var gap = GapDescription(epoch: 1, firstTick: 87_000, lastTick: 87_001, frames: 0, reason: "lost-by-recorder")
        gap.isUncounted = true
        recording.gaps = [gap]
        let lines = RecordingText.lines(recording, there: nil)
        #expect(lines.contains { $0.hasPrefix("  complete: 100 % of what was counted; ") }, "\(lines)")
        let told =
            "  gap: after the last frame of epoch 1: lost-by-recorder (the recorder lost them; its catalog was restored)"
        #expect(lines.contains { $0 == told + "; some frames missing that nobody counted" }, "\(lines)")
    }
}
