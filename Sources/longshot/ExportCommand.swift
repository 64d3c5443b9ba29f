// SPDX-License-Identifier: Apache-2.0
import Footage
import ArgumentParser
import Foundation
import Media
import Recorder
import SystemPackage
import Wire

struct ExportCommand: InterruptibleCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write an exact part of a recording as a plain MP4, without encoding it again.",
        discussion: """
            --from and --to are seconds into the recording (2.5 or 1:02:03.5), or moments in UTC \
            (2026-11-21T10:00:00.500Z). The first frame shown is the one on screen at --from; the frames that its \
            decoding needs are in the file and hidden by an edit list.
            """)

    @OptionGroup var options: ArchiveOptions

    @Argument(help: "The recording's id; the newest when left out.", completion: .archivedRecording)
    var id: String?

    @Option(help: "Where to begin; the recording's start when left out.")
    var from: Moment?

    @Option(help: "Where to end (not included); the recording's end when left out.")
    var to: Moment?

    @Option(name: .shortAndLong, help: "The file to write; in an existing folder, ID.mp4.")
    var output: String

    @Flag(help: "Report as JSON.")
    var json = false

    struct Report: Codable {
        let path: String
        let frames: Int
        let hiddenFrames: Int
        let seconds: Double
        let bytes: Int
        let sha256: String
        let gaps: [GapDescription]
    }

    /// The file to write: the given one, or one in the given folder that is named after the recording.
    private func path(for recording: String) -> FilePath {
        let path = NodeHome(output, usually: "").path
        return OutputPath.isThereAsFolder(output) ? path.appending("\(recording).mp4") : path
    }

    func carryOut() async throws {
        let archive = try await options.open()
        let recordings = try await archive.store.recordings().sorted { $0.id < $1.id }
        if let id { try options.require(id, among: recordings.map(\.id)) }
        guard let recording = recordings.last(where: { id == nil || $0.id == id }) else {
            throw Problem.conflict("no recording in \(options.path) yet: `longshot record start` begins one")
        }
        let timeline = try await RecordingTimeline(recording, in: archive.store)
        if let from, from.position(in: timeline) > timeline.end {
            throw Problem.badRequest("--from lies behind the end of the recording")
        }
        let path = path(for: recording.id)
        let bar = ProgressBar(path.string)
        let summary = try await archive.store.export(
            recording: recording.id, from: from?.position(in: timeline), to: to?.position(in: timeline),
            output: path
        ) { bar.update($0, of: $1) }
        bar.end()
        let seconds = Double(summary.duration) / Double(Tick.perSecond)
        if json {
            return try Terminal.say(
                json: Report(
                    path: summary.output.string, frames: summary.frames, hiddenFrames: summary.hiddenFrames,
                    seconds: seconds, bytes: summary.byteCount, sha256: summary.digest.hex,
                    gaps: summary.gaps.map { GapDescription($0) }))
        }
        Terminal.say(
            "\(summary.output)  \((summary.frames - summary.hiddenFrames).counted("frame")), \(Format.decimal(seconds, 3)) s, "
                + "\(ByteSize.text(summary.byteCount)), \(summary.hiddenFrames) hidden before the start")
        summary.gaps.forEach { Terminal.say("  gap: \(RecordingText.gap(GapDescription($0)))") }
    }
}
