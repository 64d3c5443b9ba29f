// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemPackage

/// A node's folder: who it is, and everything that it keeps.
struct NodeHome: Sendable {
    /// The folder.
    let path: FilePath

    /// The folder that was asked for, or the usual one (`$XDG_STATE_HOME`, or `~/.local/state`).
    init(_ path: String?, usually name: String) {
        guard let path else {
            self.path = FilePath(Self.state).appending("longshot").pushing(FilePath(name))
            return
        }
        self.path =
            FilePath(path).isAbsolute
            ? FilePath(path) : FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(path))
    }

    private static var state: String {
        let environment = ProcessInfo.processInfo.environment
        return environment["XDG_STATE_HOME"] ?? (environment["HOME"] ?? "/var/lib") + "/.local/state"
    }
}
