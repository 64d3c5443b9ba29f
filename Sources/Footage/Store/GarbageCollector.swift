// SPDX-License-Identifier: Apache-2.0

import Disk
import SystemPackage

/// Deletes segments so that a crash meanwhile loses nothing else and leaves nothing behind.
///
/// Marks the row as garbage, unlinks the file, syncs the directory, and deletes the row.
struct GarbageCollector {
    let directory: FilePath
    let catalog: CatalogDatabase

    /// Deletes these segments.
    ///
    /// - Parameter movesBegin: whether they are the oldest of their recordings, which then begin after them.
    func remove(_ segments: [StoredSegment], movesBegin: Bool = false) throws {
        guard !segments.isEmpty else { return }
        try catalog.markGarbage(segments.map(\.id), movesBegin: movesBegin)
        try sweep(segments)
    }

    /// Deletes the files and rows of segments that are garbage, and stopped recordings of which nothing is left.
    func sweep(_ segments: [StoredSegment]) throws {
        guard !segments.isEmpty else { return }
        var folders: Set<FilePath> = []
        for segment in segments {
            let path = directory.appending(segment.path)
            try FileSystem.remove(path)
            folders.insert(path.removingLastComponent())
        }
        for folder in folders where FileSystem.exists(folder) { try FileSystem.synchronizeDirectory(folder) }
        for folder in try catalog.dropSegments(segments.map(\.id)) {
            FileSystem.removeIfEmpty(directory.appending(folder))
        }
    }
}
