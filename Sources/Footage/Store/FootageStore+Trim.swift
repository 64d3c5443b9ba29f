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

    /// Deletes segments, those stored first before others, until a policy is satisfied; returns them.
    ///
    /// If bytes are short, a policy for all cameras first deletes files in `recovered`. Segments that are held stay, and the last one
    /// of a recording while it is open, so the policy may remain unsatisfied. Other calls run between two steps. Calls `willRemove`
    /// with segments before their deletion.
    package func trim(
        _ policy: TrimPolicy, willRemove: @Sendable ([TrimmedSegment]) async -> Void
    ) async throws -> [TrimmedSegment] {
        // What an earlier call could not delete. If that fails again, other folders may have what can be deleted.
        try? GarbageCollector(directory: directory, catalog: catalog).sweep(catalog.garbageSegments())
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
            try close(batch.map(\.segment))
            for index in batch.indices { try addTotals(to: &batch[index]) }
            await willRemove(batch)
            try GarbageCollector(directory: directory, catalog: catalog).remove(
                batch.map(\.segment), movesBegin: true)
            removed += batch
            try forgetSpared(batch.map(\.segment))
            // Unset if a recording was unlocked meanwhile.
            if sparedSegments[policy.camera] != nil { sparedSegments[policy.camera] = scan.spared }
            await Task.yield()
        }
        return removed
    }

    /// Closes those of these segments that are open, so that they do not grow before they are deleted.
    private func close(_ segments: [StoredSegment]) throws {
        let open = segments.filter { !$0.isClosed }
        for segment in open { files[segment.recording]?.removeAll { $0.segment.id == segment.id } }
        try catalog.closeSegments(open.map(\.id))
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

    /// Deletes a recording with its footage, gaps and folder, also on a full disk.
    ///
    /// Throws `notFound`.
    package func delete(recording id: String) throws {
        guard let folder = try catalog.folder(of: id) else { throw FootageError.notFound("recording \(id)") }
        let segments = try reserve.lend {
            try closeSegments(of: id)
            // With those whose deletion has failed before: the recording's row cannot go before theirs.
            let segments = try catalog.segments(of: id) + catalog.garbageSegments().filter { $0.recording == id }
            try GarbageCollector(directory: directory, catalog: catalog).remove(segments, movesBegin: true)
            try catalog.removeRecording(id)
            return segments
        }
        reserve.take()
        try forgetSpared(segments)
        FileSystem.removeIfEmpty(directory.appending(folder))
    }

    /// Lets searches begin at the first segment again if the last ones were deleted, because SQLite gives their numbers to new ones.
    private func forgetSpared(_ removed: [StoredSegment]) throws {
        let last = try catalog.lastSegmentID()
        if removed.contains(where: { $0.id > last }) { sparedSegments = [:] }
    }
}
