// SPDX-License-Identifier: Apache-2.0
import Foundation

@testable import longshot

/// A folder that stands for the root of a machine; it is deleted with this object.
final class FakeMachine: Sendable {
    let root = NSTemporaryDirectory() + "longshot-machine-" + UUID().uuidString

    /// Its files, as the doctor reads them.
    var files: SystemFiles { SystemFiles(root: root) }

    init(_ texts: [String: String] = [:], links: [String: String] = [:]) throws {
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        for (path, text) in texts {
            try folder(of: path)
            try text.write(toFile: root + path, atomically: true, encoding: .utf8)
        }
        for (path, destination) in links {
            try folder(of: path)
            try FileManager.default.createSymbolicLink(atPath: root + path, withDestinationPath: destination)
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: root)
    }

    private func folder(of path: String) throws {
        let folder = URL(fileURLWithPath: root + path).deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
}
