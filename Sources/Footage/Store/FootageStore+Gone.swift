// SPDX-License-Identifier: Apache-2.0

import Disk
package import Media
import SystemPackage

extension FootageStore {
    /// What was gone of a recording when its folder was last listed.
    struct GoneFootage {
        /// When the folder had last changed, in nanoseconds since 1970 UTC; nil if it is not there.
        let folderChangedAt: Int64?
        /// When that was first seen.
        let seen: ContinuousClock.Instant
        let listed = ContinuousClock.now
        let gaps: [Gap]

        /// Whether it is as it would be listed now, if the folder has not changed.
        ///
        /// File systems tell the time of a change with an error of up to 2 s. And footage may be deleted of which no file was left,
        /// which changes no folder.
        var isCurrent: Bool { listed - seen > .seconds(2) && (gaps.isEmpty || .now - listed < .seconds(10)) }
    }

    package func goneFootage(recording: String) throws -> [Gap] {
        guard let folder = try catalog.folder(of: recording) else { return [] }
        let path = directory.appending(folder)
        // Recordings are described often, and a day has 1,440 files.
        let time = try FileStatus(path)?.modifiedAt
        let known = gone[recording].flatMap { $0.folderChangedAt == time ? $0 : nil }
        if let known, known.isCurrent { return known.gaps }
        let names = Set(try FileSystem.names(in: path))
        let missing = try catalog.filledSegments(of: recording).filter {
            !names.contains(String($0.path.dropFirst(folder.count + 1)))
        }
        // Another process may delete the footage on purpose: it marks the row before it unlinks the file.
        let absent = try missing.filter { try time == nil || FileStatus(directory.appending($0.path)) == nil }
        let gaps = try catalog.gaps(ofSegments: Set(absent.map(\.id)), of: recording, .fileMissing)
        gone[recording] = GoneFootage(folderChangedAt: time, seen: known?.seen ?? .now, gaps: gaps)
        return gaps
    }
}
