// SPDX-License-Identifier: Apache-2.0
import Disk
import Footage
import Foundation
import Media
import Recorder
import SystemPackage
import Wire

/// Clips of several cameras with a common zero, and a table of the frames of each.
struct AlignedExport {
    /// A clip, in the report and on the terminal.
    struct Clip: Encodable {
        let camera: String
        let name: String
        let recording: String
        let path: String
        /// The table of its frames; nil if none was asked for.
        let table: String?
        let frames: Int
        let hiddenFrames: Int
        /// The counted missing frames.
        let missing: Int
        let gaps: [GapDescription]
        /// The moment of its first frame, from the common zero; what comes before zero is cut from it.
        let firstSeconds: Double
        let lastSeconds: Double
        /// The largest error of a frame's moment.
        let uncertaintyMilliseconds: Double
        /// `recorder`, or `camera` if a part was never compared with the recorder's clock.
        let clock: String
        let bytes: Int
        let sha256: String
    }

    /// All clips.
    struct Report: Encodable {
        /// The common zero, RFC 3339 UTC by the recorder's clock.
        let zero: String
        let seconds: Double
        let clips: [Clip]
    }

    /// A camera with its recordings, the oldest first.
    private struct Party {
        let name: String
        /// The name as it is shown, with the beginning of its id if another one has it, too.
        let shown: String
        let recordings: [AlignedRecording]
    }

    let archive: Archive
    let from: Moment?
    let to: Moment?
    /// The beginning of the paths, or a folder.
    let output: String
    let table: TableFormat?
    let replaces: Bool
    /// The names of cameras by their ids, the present one first; those of recordings may be older.
    let names: [String: [String]]
    let encoder: (any GroupEncoder)?
    /// Nil if damaged footage is an error.
    let leavingOut: UnreadableFootage?
    /// The command that lists the recordings.
    let list: String
    /// The recorder's folder.
    let home: FilePath

    /// Exports what the cameras have of the range; throws if one of them has nothing.
    func run(_ wanted: CameraList) async throws -> Report {
        let all = try await archive.store.recordings().sorted { $0.id < $1.id }
        let known = self.known(in: all)
        let cameras = try self.cameras(wanted, in: known)
        let shown = DistinctNames(
            all.map { ($0.camera, $0.cameraName) } + self.names.flatMap { id, names in names.map { (id, $0) } })
        var found: [Party] = []
        for camera in cameras {
            var own: [AlignedRecording] = []
            for recording in all where recording.camera == camera {
                if let aligned = try await AlignedRecording(recording, in: archive.store) { own.append(aligned) }
            }
            let recorded = all.last { $0.camera == camera }?.cameraName ?? camera
            let name = self.names[camera]?.first ?? recorded
            guard !own.isEmpty else { throw Problem.conflict("\(shown.text(camera, name)) has no footage yet") }
            found.append(Party(name: name, shown: shown.text(camera, name), recordings: own))
        }
        let range = try self.range(of: found)
        for party in found where !party.recordings.contains(where: { $0.overlaps(range) }) {
            throw Problem.conflict(
                "\(party.shown) has no footage from \(Format.moment(range.lowerBound)) to \(Format.moment(range.upperBound)): "
                    + "`\(list)` shows when each was recorded")
        }
        return try await export(found, range, CameraFileNames(known.map { ($0.id, $0.names[0]) }))
    }

    /// The cameras of recordings, the newest first, each with its present name and its earlier names.
    private func known(in recordings: [Recording]) -> [(id: String, names: [String])] {
        var known: [(id: String, names: [String])] = []
        for recording in recordings.reversed() {
            if let index = known.firstIndex(where: { $0.id == recording.camera }) {
                known[index].names.append(recording.cameraName)
            } else {
                known.append((recording.camera, self.names[recording.camera, default: []] + [recording.cameraName]))
            }
        }
        return known
    }

    /// The ids of the named cameras, each once; of all, if none is named.
    private func cameras(_ wanted: CameraList, in known: [(id: String, names: [String])]) throws -> [String] {
        // A camera may have been renamed: any of its names chooses it.
        let names = wanted.names(among: known.flatMap(\.names))
        guard !names.isEmpty else { return known.map(\.id).reversed() }
        var ids: [String] = []
        for name in names {
            // A present name before a former one of another camera.
            let camera =
                try NamedChoice.find(name, in: known, id: \.id) { Array($0.names.prefix(1)) }
                ?? NamedChoice.find(name, in: known, id: \.id, names: \.names)
            guard let camera else {
                throw UnknownName(
                    kind: "camera", place: "in this archive", name: name, known: known.flatMap(\.names),
                    list: list)
            }
            if !ids.contains(camera.id) { ids.append(camera.id) }
        }
        return ids
    }

    /// The exported range; seconds count from the beginning of what the newest recordings have in common.
    private func range(of cameras: [Party]) throws -> Range<Int64> {
        let newest = cameras.compactMap(\.recordings.last)
        let begin = newest.map(\.span.lowerBound).max() ?? 0
        let end = newest.map(\.span.upperBound).min() ?? 0
        func moment(_ given: Moment?, otherwise: Int64) -> Int64 {
            switch given {
            case .utc(let moment): moment
            case .offset(let nanoseconds): begin.addingSaturating(nanoseconds)
            case nil: otherwise
            }
        }
        let (from, to) = (moment(from, otherwise: begin), moment(to, otherwise: end))
        guard from < to else {
            throw Problem.conflict(
                "the newest recordings of these cameras have nothing in common from \(Format.moment(from)) on: give --from "
                    + "and --to; `\(list)` shows when each was recorded")
        }
        return from..<to
    }

    private func export(
        _ cameras: [Party], _ range: Range<Int64>, _ names: CameraFileNames
    ) async throws -> Report {
        let base = NodeHome(OutputPath.beginning(output, at: range.lowerBound), usually: "").path.string
        try OutputPath.checkIsFree(base + ".json", replaces: replaces)
        try OutputPath.prepareFolder(of: FilePath(base), for: output)
        var clips: [Clip] = []
        for camera in cameras {
            let stem = "\(base)-\(names[camera.recordings[0].recording.camera, named: camera.name])"
            for (index, recording) in camera.recordings.filter({ $0.overlaps(range) }).enumerated() {
                let place = index > 0 ? "\(stem)-\(index + 1)" : stem
                clips.append(try await clip(of: recording, camera, range, at: place))
            }
        }
        let seconds = Double(range.upperBound - range.lowerBound) / 1e9
        let report = Report(zero: range.lowerBound.moment(digits: 6), seconds: seconds, clips: clips)
        let file = try await ExportFile(FilePath(base + ".json"))
        _ = try await file.append(Array(try JSON.encode(report, pretty: true) + [UInt8(ascii: "\n")]))
        _ = try await file.complete()
        return report
    }

    private func clip(
        of recording: AlignedRecording, _ party: Party, _ range: Range<Int64>, at stem: String
    ) async throws -> Clip {
        let (id, path) = (recording.recording.id, "\(stem).mp4")
        let (from, to) = (
            recording.position(at: range.lowerBound), recording.position(at: range.upperBound, isEnd: true)
        )
        let tablePath = table.map { "\(stem).\($0.rawValue)" }
        if let tablePath { try OutputPath.checkIsFree(tablePath, replaces: replaces) }
        let export = FileExport(
            store: archive.store, recording: id, to: to, replaces: replaces, encoder: encoder,
            leavingOut: leavingOut)
        let summary: ExportSummary
        do {
            summary = try await export.file(from: from, FilePath(path))
        } catch  where GapReason(damage: error) != nil {
            throw Problem.unreadable(id, error, home: home)
        } catch FootageError.formatChanges(let change) {
            let moment = recording.timeline.utc(at: change.position).map { " at \(Format.moment($0))," } ?? ""
            throw Problem.conflict(
                "the video format of \(party.shown) changes\(moment) \(change), and one clip cannot hold "
                    + "both: give --from or --to, so that the range is on one side of it, or export this recording "
                    + "alone with `longshot export \(id) --split`")
        }
        let frames = try await recording.table(
            of: summary, from: from, to: to, zero: range.lowerBound, archive.store)
        if let table, let tablePath { try await frames.write(table, to: FilePath(tablePath)) }
        let certainty = frames.certainty
        return Clip(
            camera: recording.recording.camera, name: party.name, recording: id, path: path,
            table: tablePath, frames: frames.frames.count + summary.hiddenFrames, hiddenFrames: summary.hiddenFrames,
            missing: summary.gaps.reduce(0) { $0 + $1.frames },
            gaps: try await archive.store.described(summary.gaps, of: recording.recording),
            firstSeconds: frames.frames.first.flatMap(frames.seconds) ?? 0,
            lastSeconds: frames.frames.last.flatMap(frames.seconds) ?? 0,
            uncertaintyMilliseconds: Double(certainty.uncertainty) / 1e6,
            clock: FrameTable.clock(isCompared: certainty.isCompared), bytes: summary.byteCount,
            sha256: summary.digest.hex)
    }
}
