// SPDX-License-Identifier: Apache-2.0
import Disk
import Foundation
import SystemPackage

/// Puts a folder in the place of a recording's first file, so that it cannot be deleted, and takes it away afterwards.
func withUndeletable(_ file: FilePath, _ body: () async throws -> Void) async throws {
    try FileSystem.remove(file)
    try FileManager.default.createDirectory(
        atPath: file.appending("in the way").string, withIntermediateDirectories: true)
    try await body()
    try FileManager.default.removeItem(atPath: file.string)
}
