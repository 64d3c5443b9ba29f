// SPDX-License-Identifier: Apache-2.0

import Disk
package import Media
import SystemPackage

extension FootageStore {
    package func goneFootage(recording: String) throws -> [Gap] {
        guard let folder = try catalog.folder(of: recording) else { return [] }
        let files = try catalog.filledSegments(of: recording)
        let names = Set(try FileSystem.names(in: directory.appending(folder)))
        let missing = files.filter { !names.contains(String($0.path.dropFirst(folder.count + 1))) }
        guard !missing.isEmpty else { return [] }
        // Another process may delete the footage on purpose: it marks the row before it unlinks the file.
        let absent = try missing.filter { try FileStatus(directory.appending($0.path)) == nil }.map(\.id)
        return try catalog.gaps(ofSegments: absent, .fileMissing)
    }
}
