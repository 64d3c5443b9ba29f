// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemPackage

/// Where a fetched file goes.
enum OutputPath {
    /// A file in a folder that is named, or the file that is named; folders are made.
    ///
    /// - Parameter isFolder: whether the name is a folder's even when nothing has that name yet.
    static func file(_ output: String, named name: String, isFolder: Bool) throws -> FilePath {
        let target = FilePath(output)
        let isThere = (try? FileManager.default.contentsOfDirectory(atPath: output)) != nil
        let path = isFolder || isThere || output.hasSuffix("/") ? target.appending(name) : target
        let folder = path.removingLastComponent().string
        if !folder.isEmpty {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        return path
    }
}
