// SPDX-License-Identifier: Apache-2.0

import Disk
import SystemPackage

extension FootageStore {
    /// The most segments that one step of a trim reads and deletes: a few milliseconds of reading.
    private static let (trimRows, trimBatch) = (128, 16)

    /// The size of all footage on disk in bytes, with `recovered` and without the catalog.
    package func totalBytes() throws -> Int {
        try catalog.totalBytes() + recoveredBytes
    }

    /// The files in the folder `recovered`, the oldest first.
    package func recoveredFiles() throws -> [RecoveredFile] {
        try RecoveredFolder(of: directory).files()
    }

    /// Deletes closed segments, those stored first before others, until a policy is satisfied; returns them.
    ///
    /// If bytes are short, a policy for all cameras first deletes files in `recovered`. Segments that are held or still open stay,
    /// so the policy may remain unsatisfied. Other calls run between two steps. Calls `willRemove` with segments before their
    /// deletion.
    package func trim(
        _ policy: TrimPolicy, willRemove: @Sendable ([TrimmedSegment]) async -> Void
    ) async throws -> [TrimmedSegment] {
        let bytes = try catalog.totalBytes(policy.camera) + (policy.camera == nil ? recoveredBytes : 0)
        var excessBytes = max(
            policy.maximumBytes.map { bytes - $0 } ?? 0,
            try policy.reserveBytes.map { $0 - (try DiskSpace(of: directory).free) } ?? 0)
        if policy.camera == nil { excessBytes -= try trimRecovered(excessBytes) }
        var excessTicks = try policy.sparedTicks.map { try catalog.totalTicks(policy.camera) - $0 } ?? 0
        var scan = TrimScan(policy, after: sparedSegments[policy.camera] ?? 0)
        sparedSegments[policy.camera] = scan.spared
        var removed: [TrimmedSegment] = []
        while excessBytes > 0 || excessTicks > 0, !scan.isAtEnd {
            var batch: [TrimmedSegment] = []
            for segment in try catalog.trimmable(&scan, limit: Self.trimBatch, rows: Self.trimRows)
            where excessBytes > 0 || excessTicks > 0 {
                guard excessBytes > 0 || excessTicks >= segment.ticks else {
                    excessTicks = 0
                    break
                }
                batch.append(segment)
                excessBytes -= segment.segment.byteCount
                excessTicks -= segment.ticks
            }
            for index in batch.indices { try addTotals(to: &batch[index]) }
            await willRemove(batch)
            try GarbageCollector(directory: directory, catalog: catalog).remove(
                batch.map(\.segment), movesBegin: true)
            removed += batch
            // Unset if a recording was unlocked meanwhile.
            if sparedSegments[policy.camera] != nil { sparedSegments[policy.camera] = scan.spared }
            await Task.yield()
        }
        for recording in Set(removed.map(\.segment.recording)) { try forgetEmpty(recording) }
        return removed
    }

    /// Looks up what the epoch had captured before a segment and by its end.
    private func addTotals(to trimmed: inout TrimmedSegment) throws {
        let recording = trimmed.segment.recording
        trimmed.before = try catalog.fragment(recording, trimmed.first)?.before
        trimmed.total = try catalog.fragment(recording, trimmed.last)?.total
    }

    /// Deletes the oldest files in `recovered` until this many bytes are free, and returns how many are; keeps those of locked
    /// recordings.
    private func trimRecovered(_ bytes: Int) throws -> Int {
        guard bytes > 0, recoveredBytes > 0 else { return 0 }
        let (folder, locked) = (RecoveredFolder(of: directory), try catalog.lockedFolders())
        var freed = 0
        for file in try folder.files() where freed < bytes && !locked.contains(file.folder) {
            try folder.remove(file)
            freed += file.byteCount
            recoveredBytes -= file.byteCount
        }
        return freed
    }

    /// Deletes the gaps before the remaining footage, because trimming is no loss; deletes a stopped recording without footage.
    private func forgetEmpty(_ id: String) throws {
        let hasFootage = try catalog.removeGapsBeforeFootage(of: id)
        if !hasFootage, try catalog.recording(id)?.state == .stopped { try delete(recording: id) }
    }

    /// Deletes a recording with its footage, gaps and folder.
    ///
    /// Throws `notFound`.
    package func delete(recording id: String) throws {
        guard let folder = try catalog.folder(of: id) else { throw FootageError.notFound("recording \(id)") }
        try closeSegments(of: id)
        try GarbageCollector(directory: directory, catalog: catalog).remove(catalog.segments(of: id))
        try catalog.removeRecording(id)
        // SQLite may give the ids of the last segments to new ones.
        sparedSegments = [:]
        FileSystem.removeIfEmpty(directory.appending(folder))
    }
}
