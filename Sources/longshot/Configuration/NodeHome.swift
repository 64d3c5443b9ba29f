// SPDX-License-Identifier: Apache-2.0
import Disk
import Foundation
import SystemPackage
import Wire

/// A node's folder: its identity and all its data.
struct NodeHome: Sendable {
    let path: FilePath

    /// The given folder, or the usual one (in `$XDG_STATE_HOME`, or `~/.local/state`).
    init(_ path: String?, usually name: String) {
        guard let path else {
            self.path = FilePath(Self.state).appending("longshot").pushing(FilePath(name))
            return
        }
        self.path =
            FilePath(path).isAbsolute
            ? FilePath(path) : FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(path))
    }

    /// The default homes of this user's nodes of a role.
    static func usual(for role: NodeDescription.Role) -> [FilePath] {
        [role.rawValue, "demo/\(role.rawValue)"].map { NodeHome(nil, usually: $0).path }
    }

    /// The folder that exists and in which the default homes of this user are, or will be.
    static var place: FilePath {
        var path = NodeHome(nil, usually: "").path
        while !FileSystem.exists(path), !path.removingLastComponent().isEmpty { path.removeLastComponent() }
        return path
    }

    /// What follows a command that a user may copy: the home that was given, or nothing.
    static func addition(_ given: String?) -> String { given.map { " \(option(FilePath($0)))" } ?? "" }

    /// What follows a command that a user may copy for a node: its home, or nothing for a usual one of its role.
    static func addition(of role: NodeDescription.Role, in home: FilePath) -> String {
        usual(for: role).contains(home) ? "" : " \(option(home))"
    }

    /// The option that names a home in a command that a user may copy.
    static func option(_ path: FilePath) -> String { "--home \(path.string.quotedForShell)" }

    /// The command that starts a node in a home, for a user to copy; without the home if that is the usual one of the role.
    static func start(_ role: NodeDescription.Role, in home: FilePath) -> String {
        let isUsual = home == NodeHome(nil, usually: role.rawValue).path
        return "`longshot \(role.rawValue)\(isUsual ? "" : " \(option(home))")`"
    }

    private static var state: String {
        let environment = ProcessInfo.processInfo.environment
        return environment["XDG_STATE_HOME"] ?? (environment["HOME"] ?? "/var/lib") + "/.local/state"
    }
}
