// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A temporary folder that is deleted with this object.
final class Home: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "longshot-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file; returns its path.
    func write(_ text: String, as name: String) throws -> String {
        let path = file(name)
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }
}
