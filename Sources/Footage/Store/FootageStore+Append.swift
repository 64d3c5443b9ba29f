// SPDX-License-Identifier: Apache-2.0

import Disk
package import Media
import SystemPackage

extension FootageStore {
    /// More files than a recording uses at once: one for the live lane, and some for late fragments.
    private static let maximumOpenFiles = 4

    /// Stores fragments and gaps, all or none; when this returns they are on the disk and in the catalog.
    ///
    /// Each file is synced once, and all rows are one transaction. A fragment that does not directly follow the last one of an open
    /// file starts a new file. So does an unconfirmed one: it stays alone, so that it can be replaced.
    package func append(_ entries: [FragmentEntry], gaps: [Gap] = []) throws -> [StoredFragment] {
        try requireCatalog()
        var known: [FragmentID: StoredFragment] = [:]
        var new: [FragmentEntry] = []
        var outdated: [StoredSegment] = []
        for entry in entries {
            guard let existing = try catalog.fragment(entry.recording, entry.id) else {
                let deleted = try catalog.deletedThrough(entry.recording)
                if deleted?.isBehind(entry) != true { new.append(entry) }
                continue
            }
            if existing.source == .unconfirmed, entry.source != .unconfirmed {
                outdated.append(existing.segment)
                new.append(entry)
            } else if entry.source == .unconfirmed || existing.digest == entry.fragment.digest {
                known[entry.id] = existing
            } else {
                throw FootageError.conflict(
                    recording: entry.recording, epoch: entry.epoch, sequence: entry.fragment.sequence)
            }
        }
        guard !new.isEmpty else {
            try catalog.add(gaps)
            return entries.compactMap { known[$0.id] }
        }
        do {
            try store(new, gaps, replacing: outdated, &known)
        } catch DiskError.system {
            // The kernel drops pages that it could not write, so only a new file can be trusted: retries once, with new files. The
            // file may also have been deleted while it was open.
            try store(new, gaps, replacing: outdated, &known)
        }
        // A segment that cannot be deleted now is deleted by the next trim, or at the next start.
        try? GarbageCollector(directory: directory, catalog: catalog).sweep(outdated)
        return entries.compactMap { known[$0.id] }
    }

    /// Closes the files of a recording; its next fragment starts a new one.
    package func closeSegments(of recording: String) throws {
        files[recording] = nil
        try catalog.closeSegments(catalog.openSegments(of: recording).map(\.id))
    }

    private func store(
        _ entries: [FragmentEntry], _ gaps: [Gap], replacing outdated: [StoredSegment],
        _ stored: inout [FragmentID: StoredFragment]
    ) throws {
        var touched: [SegmentFile] = []
        var written: [WrittenFragment] = []
        do {
            for entry in entries {
                let file = try file(for: entry)
                if !touched.contains(where: { $0 === file }) { touched.append(file) }
                written.append(WrittenFragment(entry: entry, segment: file.segment, offset: try file.write(entry)))
            }
            for file in touched { try file.flush(synchronize) }
        } catch {
            touched.forEach { $0.discard() }
            touched.forEach(retire)
            throw error
        }
        do {
            try catalog.insert(written, gaps: gaps, replacing: outdated)
        } catch {
            // The bytes stay for now: a commit that failed may still turn up after a power cut, and then needs them.
            doubtful += touched
            touched.forEach(retire)
            throw error
        }
        // This commit has replaced those that failed.
        doubtful.forEach { $0.discard() }
        doubtful = []
        touched.forEach { $0.accept() }
        for fragment in written { stored[fragment.entry.id] = fragment.stored }
        for file in touched
        where written.contains(where: { $0.entry.source == .unconfirmed && $0.segment == file.segment }) {
            retire(file)
        }
    }

    /// An open file that this fragment continues, or a new one.
    private func file(for entry: FragmentEntry) throws -> SegmentFile {
        guard entry.source != .unconfirmed else { return try newFile(for: entry) }
        var open = files[entry.recording] ?? []
        if let index = open.firstIndex(where: { $0.accepts(entry) }) {
            let file = open.remove(at: index)
            files[entry.recording] = open + [file]
            return file
        }
        // The camera has begun its next segment, so the file before it is complete.
        open.removeAll {
            $0.segment.epoch == entry.epoch && $0.segment.number < entry.segment
                && $0.lastSequence + 1 == entry.fragment.sequence
        }
        if open.count >= Self.maximumOpenFiles { open.removeFirst() }
        let kept = open.map(\.segment.id)
        let file: SegmentFile
        if let reopened = try reopenedFile(for: entry) {
            file = reopened
        } else {
            // Files that an earlier run left open and that no fragment continued are closed with the rest.
            let complete = try catalog.openSegments(of: entry.recording).filter {
                ($0.epoch, $0.number) <= (entry.epoch, entry.segment) && !kept.contains($0.id)
            }
            try catalog.closeSegments(complete.map(\.id))
            file = try newFile(for: entry)
        }
        files[entry.recording] = open + [file]
        return file
    }

    /// A file that an earlier run left open and that this fragment continues.
    private func reopenedFile(for entry: FragmentEntry) throws -> SegmentFile? {
        let open = (files[entry.recording] ?? []).map(\.segment.id)
        for segment in try catalog.openSegments(of: entry.recording) {
            guard segment.epoch == entry.epoch, segment.number == entry.segment, !open.contains(segment.id),
                !retired.contains(segment.id), let last = try catalog.lastFragment(inSegment: segment.id)
            else { continue }
            let file = try SegmentFile(reopening: segment, in: directory, after: last.id.sequence)
            if file.accepts(entry) { return file }
        }
        return nil
    }

    /// Creates a new file; its row comes first, so that a crash leaves no file without a row.
    private func newFile(for entry: FragmentEntry) throws -> SegmentFile {
        guard let folder = try catalog.folder(of: entry.recording) else {
            throw FootageError.notFound("recording \(entry.recording); open it before its first fragment")
        }
        try FileSystem.makeDirectories(directory.appending(folder))
        // Another program may have put a file of this name there.
        for _ in 0..<1000 {
            let part = try catalog.nextPart(entry.recording, epoch: entry.epoch, number: entry.segment)
            let path = folder + "/" + Self.fileName(entry, part: part)
            let id = try catalog.insertSegment(entry, part: part, path: path)
            let segment = StoredSegment(entry, id: id, part: part, path: path)
            if let file = try SegmentFile(creating: segment, in: directory, for: entry) { return file }
            // The row reserves the number until the next start.
            try catalog.closeSegments([id])
        }
        throw DiskError.system(operation: "create a segment in", path: folder, code: Errno.fileExists.rawValue)
    }

    /// Never uses a file again; its rows stay, because their fragments were synced before.
    private func retire(_ file: SegmentFile) {
        files[file.segment.recording]?.removeAll { $0 === file }
        retired.insert(file.segment.id)
        try? catalog.closeSegments([file.segment.id])
    }

    private static func fileName(_ entry: FragmentEntry, part: Int) -> String {
        let name = "e\(entry.epoch.padded(to: 6))-s\(entry.segment.padded(to: 6))"
        return (part == 0 ? name : name + "-\(part.padded(to: 4))") + ".mp4"
    }
}
