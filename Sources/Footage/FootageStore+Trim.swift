// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

extension FootageStore {
    /// The bytes that all footage takes on disk, the catalog itself not counted.
    package func totalBytes() throws -> Int {
        if let byteTotal { return byteTotal }
        let total = try catalog.totalBytes()
        byteTotal = total
        return total
    }

    /// Deletes the closed segments that were stored first, until a policy is met, and returns them.
    ///
    /// Segments that are held or still open stay, so the policy may remain unmet. `willRemove` hears of segments before they go.
    package func trim(
        _ policy: TrimPolicy, willRemove: @Sendable ([TrimmedSegment]) async -> Void = { _ in }
    ) async throws -> [TrimmedSegment] {
        let bytes = try policy.camera.map { try catalog.totalBytes($0) } ?? totalBytes()
        var excessBytes = max(
            policy.maximumBytes.map { bytes - $0 } ?? 0,
            try policy.reserveBytes.map { $0 - (try DiskSpace(of: directory).free) } ?? 0)
        var excessTicks = try policy.sparedTicks.map { try catalog.totalTicks(policy.camera) - $0 } ?? 0
        var removed: [TrimmedSegment] = []
        while excessBytes > 0 || excessTicks > 0 {
            var batch: [TrimmedSegment] = []
            for segment in try catalog.trimmable(policy, limit: 64) where excessBytes > 0 || excessTicks > 0 {
                guard excessBytes > 0 || excessTicks >= segment.ticks else {
                    excessTicks = 0
                    break
                }
                batch.append(segment)
                excessBytes -= segment.segment.byteCount
                excessTicks -= segment.ticks
            }
            guard !batch.isEmpty else { break }
            for index in batch.indices { try addTotals(to: &batch[index]) }
            await willRemove(batch)
            try GarbageCollector(directory: directory, catalog: catalog).remove(
                batch.map(\.segment), movesBegin: true)
            if let total = byteTotal { byteTotal = total - batch.reduce(0) { $0 + $1.segment.byteCount } }
            removed += batch
        }
        for recording in Set(removed.map(\.segment.recording)) { try forgetEmpty(recording) }
        return removed
    }

    /// Looks up what the epoch had captured in front of a segment and behind it.
    private func addTotals(to trimmed: inout TrimmedSegment) throws {
        let recording = trimmed.segment.recording
        trimmed.before = try catalog.fragment(recording, trimmed.first)?.before
        trimmed.total = try catalog.fragment(recording, trimmed.last)?.total
    }

    /// What is gone on purpose is no gap; a recording that is over and of which nothing is left goes too.
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
        byteTotal = nil
        FileSystem.removeIfEmpty(directory.appending(folder))
    }
}
