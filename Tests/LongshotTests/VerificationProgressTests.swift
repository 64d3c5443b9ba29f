// SPDX-License-Identifier: Apache-2.0
import Foundation
import Recorder
import Testing
import Wire

@testable import longshot

@Suite("The progress of a verification")
struct VerificationProgressTests {
    @Test("An interruption names the recording, the stage, and how much of it was done")
    func interruption() {
        let progress = VerificationProgress("20261124T044142Z-58612")
        progress.update(.reading, 2_000, of: 4_000)
        #expect(
            progress.interruption
                == "no verdict on 20261124T044142Z-58612: interrupted after reading 2.0 kB of 4.0 kB; "
                + "nothing of it was judged")
        progress.update(.decoding, 0, of: 4_000)
        #expect(progress.interruption.contains("interrupted after decoding 0 B of 4.0 kB"))
    }

    @Test("The time left is not known before anything has moved")
    func timeLeft() {
        #expect(ProgressBar.left(10_000, at: 0) == "–")
        #expect(ProgressBar.left(10_000, at: 1_000) == "10.0 s")
        #expect(ProgressBar.left(0, at: 0) == "0.0 s")
    }

    @Test("The label of one of several files begins with its place among them")
    func label() {
        var batch = Batch(count: 3, total: 9_000)
        (batch.number, batch.done) = (2, 3_000)
        #expect(batch.label("holiday.mp4") == "2/3 holiday.mp4")
        #expect(Batch(count: 1, total: 9_000).label("holiday.mp4") == "holiday.mp4")
    }

    @Test("Columns are as wide as they should be, and a longer text is cut")
    func columns() {
        #expect(Format.column("ab", 4) == "ab  ")
        #expect(Format.column("ab", 4, isRight: true) == "  ab")
        #expect(Format.column("abcdef", 4) == "abc…")
    }
}

@Suite("The verdicts on several recordings")
struct VerificationSummaryTests {
    private func verdict(_ account: String, isDamaged: Bool = false) throws -> RecordingVerdict {
        let recording = RecordingDescription(
            id: "a", camera: "c", cameraName: "porch", transport: .udp, state: .stopped, startedAt: 0)
        let text = String(decoding: try JSON.encode(recording), as: UTF8.self)
        let fields = #""findings":[],"isDamaged":\#(isDamaged),"account":"\#(account)","pending":0"#
        return try JSON.decode(RecordingVerdict.self, from: Data("{\"recording\":\(text),\(fields)}".utf8))
    }

    @Test("are counted in a line, the worst first")
    func summary() throws {
        let verdicts = [
            try verdict("complete"), try verdict("missing"), try verdict("open"), try verdict("complete"),
            try verdict("open", isDamaged: true), try verdict("unaccounted"),
        ]
        #expect(
            VerifyCommand.summary(of: verdicts)
                == "6 recordings: 1 damaged, 1 open, 1 with missing frames, 3 complete")
    }
}
