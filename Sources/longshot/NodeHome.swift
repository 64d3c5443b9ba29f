// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemPackage
import Wire

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

    /// Where this user's nodes of a role live unless they are told to live elsewhere.
    static func usual(for role: NodeDescription.Role) -> [FilePath] {
        [role.rawValue, "demo/\(role.rawValue)"].map { NodeHome(nil, usually: $0).path }
    }

    /// Where all nodes of this user live, if any has lived there; nil when the folder is not there.
    static var all: FilePath? {
        let path = NodeHome(nil, usually: "").path
        return FileManager.default.fileExists(atPath: path.string) ? path : nil
    }

    private static var state: String {
        let environment = ProcessInfo.processInfo.environment
        return environment["XDG_STATE_HOME"] ?? (environment["HOME"] ?? "/var/lib") + "/.local/state"
    }
}
