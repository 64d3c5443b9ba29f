// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

/// Repairs a store after a crash, before anything else touches it.
///
/// Finishes deletions; cuts each open file back to its last good fragment; removes files that no row names.
struct Recovery {
    let directory: FilePath
    let catalog: Catalog
    private var report = RecoveryReport()

    /// Open files beyond so many of one recording are closed: nothing will continue them.
    private static let maximumOpenFiles = 4

    init(directory: FilePath, catalog: Catalog) {
        self.directory = directory
        self.catalog = catalog
    }

    mutating func run() throws -> RecoveryReport {
        let collector = GarbageCollector(directory: directory, catalog: catalog)
        try collector.collect()
        // Made just before the crash, and holding nothing that was acknowledged.
        try collector.remove(catalog.emptySegments())
        let open = try catalog.openSegments()
        var kept: [String: Int] = [:]
        for segment in open {
            try repair(segment)
            kept[segment.recording, default: 0] += 1
            if kept[segment.recording, default: 0] > Self.maximumOpenFiles {
                try catalog.closeSegments([segment.id])
            }
        }
        try removeStrays()
        return report
    }

    /// Cuts an open file behind its last fragment with the right digest.
    private mutating func repair(_ segment: StoredSegment) throws {
        let path = directory.appending(segment.path)
        guard FileSystem.exists(path) else {
            report.notes.append("\(segment.path) is gone; verify says which frames it held")
            return try catalog.closeSegments([segment.id])
        }
        var end: Int?
        while let last = try catalog.lastFragment(inSegment: segment.id) {
            if isIntact(last) {
                end = last.offset + last.byteCount
                break
            }
            report.notes.append("fragment \(last.id) of \(segment.path) did not survive and was dropped")
            report.lost.append(
                RecoveryReport.Lost(
                    recording: last.recording,
                    id: last.id,
                    firstTick: last.firstTick,
                    lastTick: last.lastTick,
                    frames: last.frames
                )
            )
            try catalog.removeFragment(last, leaving: last.offset)
        }
        guard let end else {
            report.notes.append("\(segment.path) held no whole fragment and was removed")
            report.removedFiles += 1
            return try GarbageCollector(directory: directory, catalog: catalog).remove([segment])
        }
        let file = try FileSystem.open(path, .readWrite)
        defer { try? file.close() }
        let size = try FileSystem.size(file, path)
        guard size > end else { return }
        try FileSystem.cut(file, to: end, path)
        try FileSystem.synchronizeData(file)
        report.cutBytes += size - end
        report.notes.append("\(segment.path) was cut back by \(size - end) bytes to its last fragment")
    }

    private func isIntact(_ fragment: StoredFragment) -> Bool {
        guard let file = try? SegmentReader(fragment.segment.path, in: directory) else { return false }
        return (try? file.checkedBytes(of: fragment)) != nil
    }

    /// Removes segments that no row names from the folders in use; touches nothing else, and not the folders
    /// of recordings long over, of which an archive can have very many.
    private mutating func removeStrays() throws {
        for folder in try catalog.activeFolders() {
            let path = directory.appending(folder)
            for name in try FileSystem.names(in: path) where name.hasSuffix(".mp4") || name.hasSuffix(".part") {
                guard try !catalog.isKnown(path: "\(folder)/\(name)") else { continue }
                try FileSystem.remove(path.appending(name))
                report.removedFiles += 1
                report.notes.append("\(folder)/\(name) is named by no row and was removed")
            }
        }
    }
}
