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

    /// Deletes the oldest closed segments until a policy is met, and returns them.
    ///
    /// A segment goes if it is older than the policy allows, or while there are more bytes than it allows;
    /// segments that are held or still open stay, so the policy may remain unmet.
    package func trim(_ policy: TrimPolicy) throws -> [TrimmedSegment] {
        var removed: [TrimmedSegment] = []
        var excess =
            try policy.maximumBytes.map { limit in
                try (policy.recording.map { try catalog.totalBytes($0) } ?? totalBytes()) - limit
            } ?? 0
        while true {
            var batch: [TrimmedSegment] = []
            if excess > 0 {
                var candidates = policy
                candidates.persistedBefore = nil
                for segment in try catalog.trimmable(candidates, limit: 64) where excess > 0 {
                    batch.append(segment)
                    excess -= segment.segment.byteCount
                }
            } else if policy.persistedBefore != nil {
                batch = try catalog.trimmable(policy, limit: 64)
            }
            guard !batch.isEmpty else { return removed }
            try GarbageCollector(directory: directory, catalog: catalog).remove(batch.map(\.segment))
            if let total = byteTotal { byteTotal = total - batch.reduce(0) { $0 + $1.segment.byteCount } }
            removed += batch
        }
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
