// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Disk
import Footage
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
            --from and --to are seconds into the recording (2.5, 1:02:03.5 or 90s), or moments in UTC \
            (2026-11-21T10:00:00.500Z), or with an offset from it (2026-11-21T12:00:00.500+02:00). The first frame shown is the one on screen at --from; the frames that its \
            decoding needs are in the file, last no time, and are hidden by an edit list. Some players show them all the \
            same (mpv, VLC): use --exact for these.
            With --cameras, moments are of the recorder's clock, and seconds count from where all of the newest recordings \
            have begun. The names of the files begin with what -o says.
            """)

    @OptionGroup var options: ArchiveOptions

    @Argument(
        help:
            "The recording's id; the newest when left out, or the newest that has the moment of --from, or of --to alone.",
        completion: .archivedRecording)
    var id: String?

    @Option(
        help: """
            Write a clip of each of these cameras, with a common zero at --from; a comma may be part of a known name. \
            (names or ids with commas between, or all; default: one recording)
            """, completion: .linkedCamera)
    var cameras: CameraList?

    @Option(
        help: """
            Write a table of the frames beside each clip: number, moment, uncertainty, and where frames are missing. (csv \
            or json; default: none)
            """, completion: TableFormat.completion, transform: TableFormat.init(reading:))
    var timestamps: TableFormat?

    @Option(
        parsing: .unconditional,
        help: """
            Where to begin. (seconds into the recording, or a moment in UTC, such as 2026-11-21T10:00:00Z; default: its \
            start)
            """)
    var from: Moment?

    @Option(
        parsing: .unconditional,
        help: """
            Where to end, without the frame there. (as --from; default: its end)
            """)
    var to: Moment?

    @Option(
        name: .shortAndLong,
        help:
            "Where to write the MP4; in a folder, it is called ID.mp4. (a file, an existing folder, or a name that ends in a slash; required)"
    )
    var output: String

    @Flag(
        help: """
            Encode the frames from --from to the next key frame again, so that the file has no hidden frames. All others \
            are copied.
            """)
    var exact = false

    @Flag(help: "Write a file for each part of one format, with -1, -2 and so on in their names.")
    var split = false

    @Flag(help: "Leave out footage that is damaged or gone; the file has a gap there.")
    var skipDamaged = false

    @Flag(help: "Replace files that exist.")
    var force = false

    @Flag(help: "Report as JSON; with --split an array.")
    var json = false

    private static let timeOfDay = "a time of day is written as 2026-05-01T21:11:30Z"

    func validate() throws {
        if cameras != nil, id != nil || split {
            throw ValidationError(
                "--cameras takes the recordings of its cameras: leave out \(split ? "--split" : "the id")")
        }
        try OutputPath.requireName(output)
        if output == "-" {
            throw ValidationError("an MP4 is not written to standard output: name a file with -o")
        }
        let ending = FilePath(output).extension
        if cameras != nil, ending == "mp4", !OutputPath.isFolder(output) {
            throw ValidationError("with --cameras, -o is the beginning of the names: leave out .mp4")
        }
        if cameras == nil, let ending, !["mp4", "m4v", "mov"].contains(ending.lowercased()),
            !OutputPath.isFolder(output)
        {
            throw ValidationError("it writes MP4, and \(output) ends in .\(ending): let the name end in .mp4")
        }
        let isReversed =
            switch (from, to) {
            case (.offset(let from), .offset(let to)), (.utc(let from), .utc(let to)): to <= from
            default: false
            }
        if isReversed {
            let counted = if case .offset = from { ". Both count from the beginning; \(Self.timeOfDay)" } else { "" }
            throw ValidationError("--to must lie behind --from\(counted)")
        }
    }

    struct Report: Codable {
        let path: String
        let frames: Int
        let hiddenFrames: Int
        let encodedFrames: Int
        let seconds: Double
        let bytes: Int
        let sha256: String
        let gaps: [GapDescription]
    }

    /// What is left out of the file; nil if damaged footage is an error.
    var unreadable: UnreadableFootage? { skipDamaged ? UnreadableFootage(checksBytes: true) : nil }

    /// The file to write: the given one, or one in the given folder that is named after the recording, and after the moment at which
    /// a part of it begins.
    private func path(for recording: String, of timeline: RecordingTimeline) -> FilePath {
        let path = NodeHome(output, usually: "").path
        guard OutputPath.isFolder(output) else { return path }
        let moment = from.flatMap { timeline.utc(at: $0.position(in: timeline)) } ?? timeline.utc(at: timeline.start)
        let part = from == nil && to == nil ? "" : moment.map { "-\(OutputPath.word(for: $0))" } ?? "-part"
        return path.appending("\(recording)\(part).mp4")
    }

    func carryOut() async throws {
        let archive = try await options.open()
        if let cameras { return try await export(cameras, of: archive) }
        let recordings = try await archive.store.recordings().sorted { $0.id < $1.id }
        if let id { try options.require(id, among: recordings.map(\.id)) }
        guard let (recording, timeline) = try await choice(among: recordings, of: archive) else {
            throw Problem.conflict(
                id.map { "recording \($0) has no footage" }
                    ?? "no recording in \(options.path) has footage yet: "
                    + "`longshot record start \(NodeHome.option(options.path))` begins one")
        }
        if let from, from.position(in: timeline) >= timeline.close {
            let hint =
                if case .offset = from {
                    ": it counts from the beginning; \(Self.timeOfDay)"
                } else { "" }
            let name = id == nil ? "recording \(recording.id), the newest one" : "the recording"
            throw Problem.badRequest("--from lies behind the end of \(name)\(end(of: timeline))\(hint)")
        }
        if let to, to.isFar(behind: timeline) {
            Terminal.complain("the recording ends before --to\(end(of: timeline)): the file ends there")
        }
        let export = FileExport(
            store: archive.store, recording: recording.id, to: to?.position(in: timeline, isEnd: true), replaces: force,
            encoder: exact ? FirstGroupEncoder(home: options.path) : nil,
            leavingOut: unreadable)
        let (start, path) = (from?.position(in: timeline), path(for: recording.id, of: timeline))
        try OutputPath.prepareFolder(of: path, for: output)
        do {
            let parts =
                try await split
                ? export.parts(from: start, path)
                : [FileExport.Part(file: export.file(from: start, path), from: start, to: export.to)]
            if let timestamps {
                for (part, gaps) in zip(parts, Self.toldOnce(parts.map(\.file.gaps))) {
                    try await write(timestamps, beside: part, telling: gaps, of: recording, archive)
                }
            }
            try await report(parts.map(\.file), of: recording, archive)
            if recording.state != .stopped, export.to == nil {
                Terminal.complain(
                    "the recording is not over, and more may be to come: `longshot verify \(recording.id) "
                        + "\(NodeHome.option(options.path))` says what")
            }
            if id == nil, !json, recordings.count > 1 {
                Terminal.say("  of \(ShownName(recording.cameraName)), recording \(recording.id)")
            }
        } catch  where GapReason(damage: error) != nil {
            throw Problem.unreadable(recording.id, error, home: options.path)
        } catch FootageError.emptyRange {
            throw Problem.conflict(try await nothing(in: recording, from: start, to: export.to, archive))
        } catch FootageError.formatChanges(let change) {
            let moment = timeline.utc(at: change.position).map { " at \(Format.moment($0))," } ?? ""
            throw Problem.conflict(
                "the video format changes\(moment) \(change), and one file cannot hold both: use --split for a file of "
                    + "each format")
        }
    }

    /// The named recording; without a name the newest with footage, or the newest that has the moment of `--from`, or the first that
    /// begins between that and `--to`.
    ///
    /// With `--to` alone, the newest that begins before it. Throws a problem 404 if all begin later.
    private func choice(
        among recordings: [Recording], of archive: Archive
    ) async throws -> (Recording, RecordingTimeline)? {
        var newest: (Recording, RecordingTimeline)?
        var next: (start: Int64, (Recording, RecordingTimeline))?
        for recording in recordings.reversed() where id == nil || recording.id == id {
            guard let timeline = try await RecordingTimeline.whole(recording, in: archive.store) else { continue }
            guard id == nil, let moment = choosingMoment else { return (recording, timeline) }
            if let start = timeline.utc(at: timeline.start), let end = timeline.utc(at: timeline.end),
                from == nil || moment <= end
            {
                if start <= moment { return (recording, timeline) }
                if start < next?.start ?? .max { next = (start, (recording, timeline)) }
            }
            newest = newest ?? (recording, timeline)
        }
        guard let moment = choosingMoment, let (start, found) = next else { return newest }
        if from != nil, case .utc(let end) = to, start < end { return found }
        throw Problem.notFound(
            "no recording has footage \(from == nil ? "before" : "of") \(Format.moment(moment)): the next one, \(found.0.id), "
                + "begins at \(Format.moment(start))")
    }

    /// The moment that chooses among the recordings, in nanoseconds since 1970; nil if neither end of the range is one.
    private var choosingMoment: Int64? {
        guard case .utc(let moment)? = from ?? to else { return nil }
        return moment
    }

    /// Why a range has no frames, with the gaps in it as far as they are known, at most three.
    private func nothing(
        in recording: Recording, from: FootagePosition?, to: FootagePosition?, _ archive: Archive
    ) async throws -> String {
        let gaps = try await from == nil ? [] : archive.store.gaps(recording: recording.id, from: from, to: to)
        let described = try await archive.store.described(Array(gaps.prefix(3)), of: recording)
        // What is not fetched yet is in no gap.
        let open =
            recording.state == .stopped ? "" : " yet: `longshot verify \(recording.id)` says what is still to come"
        let told = described.map { RecordingText.gap($0) }.joined(separator: "; ")
        let reason = told.isEmpty ? open : ": \(told)"
        let damage =
            skipDamaged
            ? " that can be read: `longshot verify \(recording.id) \(NodeHome.option(options.path))` says why" : ""
        return "\(recording.id) has no frame in this range\(damage)\(reason)"
    }

    /// The end of a recording, in brackets, if its moment is known.
    private func end(of timeline: RecordingTimeline) -> String {
        timeline.utc(at: timeline.end).map { " (\(Format.moment($0)))" } ?? ""
    }

    /// The gaps of each file; one between two files is told for the file that ends with it, so that sums count it once.
    static func toldOnce(_ gaps: [[Gap]]) -> [[Gap]] {
        var told: Set<Gap> = []
        return gaps.map { gaps in gaps.filter { told.insert($0).inserted } }
    }

    private func report(_ files: [ExportSummary], of recording: Recording, _ archive: Archive) async throws {
        var reports: [Report] = []
        for (file, gaps) in zip(files, Self.toldOnce(files.map(\.gaps))) {
            reports.append(
                Report(
                    path: file.output.string, frames: file.frames, hiddenFrames: file.hiddenFrames,
                    encodedFrames: file.encodedFrames, seconds: Double(file.duration) / Double(Tick.perSecond),
                    bytes: file.byteCount, sha256: file.digest.hex,
                    gaps: try await archive.store.described(gaps, of: recording)))
        }
        guard !json else { return split ? try Terminal.say(json: reports) : try Terminal.say(json: reports[0]) }
        for file in reports {
            let encoded = file.encodedFrames > 0 ? ", \(file.encodedFrames) encoded again" : ""
            Terminal.say(
                "\(file.path)  \((file.frames - file.hiddenFrames).counted("frame")), \(Format.decimal(file.seconds, 3)) s, "
                    + "\(ByteSize.text(file.bytes)), \(file.hiddenFrames) hidden before the start\(encoded)")
            file.gaps.forEach { Terminal.say("  \(RecordingText.line($0))") }
        }
    }
}
