// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Disk
import Foundation
import SystemPackage
import Wire

/// Where the node of a home listens while it runs: `HOME/run.json`, for commands of its owner.
struct RunFile: Codable {
    private static let name = "run.json"

    /// The address for this machine.
    let host: String
    /// The port.
    let port: Int
    /// What the node does.
    let role: NodeDescription.Role

    /// The node of a home, if it runs or was killed.
    static func read(_ home: FilePath) async throws -> RunFile? {
        let files = WholeFiles(directory: home)
        guard FileManager.default.fileExists(atPath: home.appending(name).string) else { return nil }
        return try JSON.decode(RunFile.self, from: Data(try await files.read(name)))
    }

    /// Says where the node of a home listens.
    static func write(host: String, port: Int, role: NodeDescription.Role, to home: FilePath) async throws {
        let reachable = ["0.0.0.0", "::"].contains(host) ? "127.0.0.1" : host
        let file = RunFile(host: reachable, port: port, role: role)
        try await WholeFiles(directory: home).write(Array(try JSON.encode(file)), as: name)
    }

    /// The node has ended.
    static func remove(from home: FilePath) {
        try? FileManager.default.removeItem(atPath: home.appending(name).string)
    }

    /// Where it listens.
    func address() throws -> NodeAddress {
        try NodeAddress(host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)")
    }
}
