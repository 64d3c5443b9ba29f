// SPDX-License-Identifier: Apache-2.0

import Foundation
package import SystemPackage

/// Runs the body with a directory that is deleted afterwards.
package func withScratch<Value>(_ body: (FilePath) async throws -> Value) async throws -> Value {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("footage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    return try await body(FilePath(url.path))
}

/// Reads and overwrites whole files, to inspect and to damage the files of a store.
package enum ScratchFile {
    package static func read(_ path: FilePath) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path.string)))
    }

    package static func write(_ bytes: [UInt8], to path: FilePath) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path.string))
    }

    package static func remove(_ path: FilePath) throws {
        try FileManager.default.removeItem(atPath: path.string)
    }

    package static func setAge(_ path: FilePath, seconds: Int) throws {
        let date = Date(timeIntervalSinceNow: -Double(seconds))
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path.string)
    }

    /// The names of the files in and below a directory, relative to it.
    package static func files(below path: FilePath) -> [String] {
        (FileManager.default.enumerator(atPath: path.string)?.allObjects as? [String] ?? []).sorted()
    }
}
