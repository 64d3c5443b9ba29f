// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Disk
import Foundation
import SystemPackage
import Wire

/// The address of a home's running node: `HOME/run.json`, for commands of its owner.
struct RunFile: Codable {
    private static let name = "run.json"

    /// The address on this machine.
    let host: String
    let port: Int
    let role: NodeDescription.Role

    /// Reads the file of a home; nil unless its node runs.
    ///
    /// A node that was killed leaves its file behind, and no lock.
    static func read(_ home: FilePath) async throws -> RunFile? {
        let files = WholeFiles(directory: home)
        guard try FileStatus(home.appending(name)) != nil, DirectoryLock.isHeld(home) else { return nil }
        return try JSON.decode(RunFile.self, from: Data(try await files.read(name)))
    }

    /// Stores where the node of a home listens.
    static func write(host: String, port: Int, role: NodeDescription.Role, to home: FilePath) async throws {
        let reachable = ["0.0.0.0", "::"].contains(host) ? "127.0.0.1" : host
        let file = RunFile(host: reachable, port: port, role: role)
        try await WholeFiles(directory: home).write(Array(try JSON.encode(file)), as: name)
    }

    /// Removes the file at the end of the node.
    static func remove(from home: FilePath) {
        try? FileManager.default.removeItem(atPath: home.appending(name).string)
    }

    func address() throws -> NodeAddress {
        try NodeAddress(host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)")
    }
}
