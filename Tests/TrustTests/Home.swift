// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemPackage

/// A node's home that is deleted after the test.
struct Home: ~Copyable {
    let path: FilePath

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "trust-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = FilePath(url.path)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path.string)
    }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: path.appending(name).string, encoding: .utf8)
    }

    func write(_ text: String, to name: String) throws {
        try text.write(toFile: path.appending(name).string, atomically: false, encoding: .utf8)
    }

    func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path.appending(name).string)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }

    func setMode(_ mode: Int, _ name: String) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: path.appending(name).string)
    }

    func names(_ folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path.appending(folder).string).sorted()
    }

    static func move(_ path: FilePath, to target: FilePath) throws {
        try FileManager.default.moveItem(atPath: path.string, toPath: target.string)
    }

    static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }
}
