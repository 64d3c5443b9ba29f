// SPDX-License-Identifier: Apache-2.0
import Recorder
import Wire

/// The result of a demo, as it is printed (`docs/reference/cli.md`).
struct DemoReport: Codable, Sendable {
    struct RecordingPart: Codable, Sendable {
        var id: String
        var camera: String
        var transport: String
        var codec: String
        var width: Int
        var height: Int
        var frames: FrameCounters
        var gaps: [GapDescription]
        var segments: [String]
    }

    var recording: RecordingPart
    var still: StillReport?
    var verified: Bool
    var findings: [String]

    /// - Parameters:
    ///   - still: nil if none arrived.
    ///   - isInterrupted: whether the demo was ended before the still was to be taken.
    init(_ verdict: RecordingVerdict, still: StillReport?, isInterrupted: Bool = false) {
        let found = verdict.recording
        recording = RecordingPart(
            id: found.id, camera: found.cameraName, transport: found.transport.rawValue, codec: found.codec ?? "",
            width: found.width ?? 0, height: found.height ?? 0, frames: found.frames, gaps: found.gaps,
            segments: found.segments)
        self.still = still
        findings =
            verdict.findings
            + (found.state == .stopped
                ? [] : ["the recording has not ended yet: the machine is too busy to record and fetch at once"])
        verified = verdict.isComplete && found.frames.persisted > 0 && (still != nil || isInterrupted)
    }

    /// The exit code of a failed demo; nil after a success.
    var exitStatus: ExitStatus? {
        if verified { return nil }
        return recording.frames.missing > 0 ? .incomplete : .damaged
    }

    /// The report as text.
    var lines: [String] {
        var lines = [
            "",
            "recording  \(recording.id)  \(recording.codec) \(recording.width)x\(recording.height) over \(recording.transport)",
            "  frames   \(RecordingText.counters(recording.frames))",
        ]
        lines += recording.gaps.map { "  \($0.isPause ? "pause  " : "gap    ")  \(RecordingText.gap($0))" }
        lines += recording.segments.map { "  segment  \($0)" }
        if let still {
            lines += [
                "still      \(still.path ?? still.id)  \(still.width)x\(still.height)",
                "  asked at \(still.askedAt), shows \(still.shownAt): skew "
                    + "\(Format.decimal(still.skewMilliseconds, 1)) ms, source \(still.source)",
            ]
            if let time = still.transferMilliseconds {
                lines.append("  moved to the recorder and verified in \(Format.decimal(time, 0)) ms")
            }
        } else {
            lines.append("still      " + (verified ? "not taken: the demo was ended before" : "did not arrive"))
        }
        lines += findings.map { "found      \($0)" }
        lines.append(verified ? "verified   every captured frame is in the archive, and decodes" : "NOT VERIFIED")
        return lines
    }
}
