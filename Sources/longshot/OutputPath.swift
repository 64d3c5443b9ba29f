// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemPackage
import Transfers
import Wire

/// Where a file goes that a command writes: no other file is replaced unless the user says so.
enum OutputPath {
    /// Throws a conflict if a file has the path that the user gave, unless it may be replaced.
    static func checkIsFree(_ output: String, replaces: Bool) throws(Problem) {
        guard !replaces, !isThereAsFolder(output), FileManager.default.fileExists(atPath: output) else { return }
        throw .conflict("\(output) is there already: give another name, or --force to replace it")
    }

    /// The path for a still that is fetched; folders are made.
    ///
    /// In a folder the still has its own name, made safe: the camera that chose it is a peer. If another file has the name, a
    /// number is added, unless files may be replaced.
    ///
    /// - Parameters:
    ///   - output: the path that the user gave: of a file, or of a folder if one is there or it ends in a slash.
    ///   - isFolder: whether the path is a folder's even when nothing has it yet.
    static func path(
        for still: Still, at output: String, isFolder: Bool, replaces: Bool
    ) async throws -> FilePath {
        let target = FilePath(output)
        guard isFolder || isThereAsFolder(output) || output.hasSuffix("/") else {
            try make(target.removingLastComponent())
            return target
        }
        try make(target)
        let name = PeerFileName(still.name)
        return replaces
            ? target.appending(name)
            : try await FreeName.find(name, in: target, bytes: still.bytes, sha256: still.sha256.lowercased())
    }

    private static func isThereAsFolder(_ output: String) -> Bool {
        (try? FileManager.default.contentsOfDirectory(atPath: output)) != nil
    }

    private static func make(_ folder: FilePath) throws {
        guard !folder.isEmpty else { return }
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
    }
}
