// SPDX-License-Identifier: Apache-2.0

import Disk
import SystemPackage

/// Repairs a store after a crash, before anything else uses it.
///
/// Finishes deletions and cuts each open file back to its last good fragment. Bytes and files that no row names are moved to the
/// folder `recovered`, because they may be good: a catalog can be older than its files.
struct Recovery {
    let directory: FilePath
    let catalog: CatalogDatabase
    private let gate: RecoveryInspection.Gate
    private let recovered: RecoveredFolder
    private var report = RecoveryReport()

    init(directory: FilePath, catalog: CatalogDatabase, gate: @escaping RecoveryInspection.Gate = { _ in }) {
        (self.directory, self.catalog, self.gate) = (directory, catalog, gate)
        recovered = RecoveredFolder(of: directory)
    }

    /// Throws `unreadable` if a file cannot be read; then nothing has changed.
    mutating func run() throws -> RecoveryReport {
        let plan = try RecoveryInspection(directory: directory, catalog: catalog, gate: gate).plan()
        try recovered.tidy()
        for path in plan.spared {
            try move(path)
            report.notes.append("\(path) held more than the catalog says and was moved to recovered/")
        }
        try GarbageCollector(directory: directory, catalog: catalog).remove(plan.removed)
        for segment in plan.gone {
            report.notes.append("\(segment.path) is gone; verify says which frames it held")
        }
        try catalog.closeSegments((plan.gone + plan.surplus).map(\.id))
        for cut in plan.cuts { try apply(cut) }
        try moveStrays(plan.strays)
        return report
    }

    /// Deletes the rows of damaged fragments and moves all bytes after the last good one to `recovered`.
    private mutating func apply(_ cut: RecoveryPlan.Cut) throws {
        let segment = cut.segment
        for fragment in cut.lost {
            report.notes.append("fragment \(fragment.id) of \(segment.path) did not survive and was dropped")
            report.lost.append(RecoveryReport.Lost(fragment))
        }
        guard let end = cut.end else {
            try catalog.removeFragments(cut.lost, leaving: 0)
            try move(segment.path)
            report.notes.append("\(segment.path) held no whole fragment and was moved to recovered/")
            return try GarbageCollector(directory: directory, catalog: catalog).remove([segment])
        }
        var isMoved = true
        if end < cut.size { isMoved = try copy(segment, from: end, to: cut.size) }
        if !cut.lost.isEmpty { try catalog.removeFragments(cut.lost, leaving: end) }
        guard isMoved else { return try catalog.closeSegments([segment.id]) }
        guard end < cut.size else { return }
        let path = directory.appending(segment.path)
        try pass(path)
        let file = try FileSystem.open(path, .readWrite)
        defer { try? file.close() }
        try FileSystem.cut(file, to: end, path)
        try FileSystem.synchronize(file, path)
        report.cutBytes += cut.size - end
        report.notes.append(
            "\(segment.path) was cut back by \(cut.size - end) bytes to its last fragment; they are in recovered/")
    }

    /// Copies the end of a file; false if the disk is full, and then the end stays where it is.
    private mutating func copy(_ segment: StoredSegment, from offset: Int, to end: Int) throws -> Bool {
        let path = directory.appending(segment.path)
        do {
            try pass(path)
            try recovered.copy(segment.path, from: offset, to: end)
            return true
        } catch {
            guard error.isFullDisk else { throw error }
            report.notes.append(
                "\(segment.path) was closed with \(end - offset) bytes behind its last fragment: the disk is full")
            return false
        }
    }

    private mutating func move(_ path: String) throws {
        try pass(directory.appending(path))
        _ = try recovered.move(path)
        report.movedFiles += 1
    }

    private mutating func moveStrays(_ strays: [String]) throws {
        var counts: [String: Int] = [:]
        for path in strays {
            try move(path)
            counts[String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]), default: 0] += 1
        }
        for (folder, count) in counts.sorted(by: { $0.key < $1.key }) {
            let files = count == 1 ? "1 file" : "\(count) files"
            report.notes.append("\(files) of \(folder) that no row of the catalog names went to recovered/")
        }
    }

    private func pass(_ path: FilePath) throws(DiskError) {
        do {
            try gate(path)
        } catch {
            throw .system(operation: "recover", path: path.string, code: error.rawValue)
        }
    }
}
