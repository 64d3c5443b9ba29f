// SPDX-License-Identifier: Apache-2.0
import Footage
import Foundation
import SystemPackage
import Wire

/// A node's folder: who it is, and everything that it keeps.
struct NodeHome: Sendable {
    private struct Identity: Codable {
        let id: String
    }

    /// The folder.
    let path: FilePath

    /// The folder that was asked for, or the usual one (`$XDG_STATE_HOME`, or `~/.local/state`).
    init(_ path: String?, usually name: String) {
        if let path {
            self.path =
                FilePath(path).isAbsolute
                ? FilePath(path) : FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(path))
            return
        }
        let environment = ProcessInfo.processInfo.environment
        let state = environment["XDG_STATE_HOME"] ?? (environment["HOME"] ?? "/var/lib") + "/.local/state"
        self.path = FilePath(state).appending("longshot").appending(name)
    }

    /// Who lives here; made at the first start.
    func identity(role: NodeDescription.Role, name: String?) async throws -> NodeDescription {
        let files = WholeFiles(directory: path)
        let id: String
        if try await files.names().contains("node.json") {
            id = try JSON.decode(Identity.self, from: Data(try await files.read("node.json"))).id
        } else {
            let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567")
            id = String((0..<16).map { _ in alphabet[Int.random(in: 0..<32)] })
            try await files.write(Array(try JSON.encode(Identity(id: id))), as: "node.json")
        }
        let capabilities =
            role == .camera
            ? ["live-udp", "live-tcp", "archive-lane", "stills", "pipelines"] : ["record", "files"]
        return NodeDescription(
            id: id, name: name ?? "\(ProcessInfo.processInfo.hostName)-\(role.rawValue)", role: role,
            version: Longshot.version, capabilities: capabilities)
    }
}
