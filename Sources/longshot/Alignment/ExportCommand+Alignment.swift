// SPDX-License-Identifier: Apache-2.0
import Footage
import Foundation
import Media
import Recorder
import SystemPackage
import Wire

extension ExportCommand {
    /// Writes a clip of each of several cameras, with a common zero.
    func export(_ cameras: CameraList, of archive: Archive) async throws {
        let report = try await AlignedExport(
            archive: archive, from: from, to: to, output: output, table: timestamps, replaces: force,
            names: PeerBook.names(of: options.path), encoder: exact ? FirstGroupEncoder(home: options.path) : nil,
            leavingOut: unreadable, list: options.list, home: options.path
        ).run(cameras)
        if json { return try Terminal.say(json: report) }
        Terminal.say("\(report.zero), \(Format.decimal(report.seconds, 3)) s, \(report.clips.count.counted("clip"))")
        let names = DistinctNames(report.clips.map { ($0.camera, $0.name) })
        for clip in report.clips {
            let missing = clip.missing > 0 ? ", \(clip.missing.counted("frame")) missing" : ""
            let begins = Format.decimal(clip.firstSeconds, 3)
            let late = clip.firstSeconds < 0.0005 ? "" : ", begins \(begins) s after zero"
            let clock = clip.clock == "camera" ? " by the camera's own clock" : ""
            Terminal.say(
                "  \(names.text(clip.camera, clip.name))  \(clip.path)  \((clip.frames - clip.hiddenFrames).counted("frame"))\(missing)\(late)"
                    + "  ± \(Format.delay(Int64(clip.uncertaintyMilliseconds * 1e6)))\(clock)")
            clip.gaps.forEach { Terminal.say("    \(RecordingText.line($0))") }
        }
    }

    /// Writes the table of a clip with these gaps beside it; its zero is the beginning of the clip.
    func write(
        _ format: TableFormat, beside part: FileExport.Part, telling gaps: [Gap], of recording: Recording,
        _ archive: Archive
    ) async throws {
        let (from, to) = (part.from, part.to)
        guard let aligned = try await AlignedRecording(recording, in: archive.store) else {
            throw Problem.conflict("nothing is known of the camera's clock in \(recording.id)")
        }
        var path = part.file.output
        path.extension = format.rawValue
        try OutputPath.checkIsFree(path.string, replaces: force)
        let zero = aligned.clock.moment(at: max(from ?? aligned.timeline.start, aligned.timeline.start))
        let table = try await aligned.table(
            of: part.file, from: from, to: to, gaps: gaps, zero: zero?.utc ?? aligned.span.lowerBound, archive.store)
        try await OutputPath.writing(path) { try await table.write(format, to: path) }
    }
}
