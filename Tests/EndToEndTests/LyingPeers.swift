// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemPackage
import TestSupport
import Testing
import Trust

/// A recorder in its own process, and the test's impersonation of its camera.
struct LyingPeers {
    let nodes: Nodes
    /// The identity of the camera.
    let camera: NodeIdentity
    let recorder: NodeID

    /// Makes two homes that are paired; starts nothing.
    init() throws {
        nodes = try Nodes()
        for home in [nodes.recorderHome, nodes.home.file("evil")] {
            try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        }
        camera = try NodeIdentity.open(home: FilePath(nodes.home.file("evil")))
        recorder = try NodeIdentity.open(home: FilePath(nodes.recorderHome)).id
        try add("evil", camera, to: nodes.recorderHome)
    }

    /// Pairs a node with a camera.
    func add(
        _ name: String, _ camera: NodeIdentity, to home: String, may grants: Grants = [.send], at address: String? = nil
    )
        throws
    {
        try PeerStore(home: FilePath(home)).add(
            Peer(
                certificate: camera.certificate, name: PeerName(name), role: .camera, grants: grants, pairedAt: 0,
                addresses: address.map { [try PeerAddress($0)] } ?? []))
    }

    /// Starts the recorder, which looks for the camera on a port.
    func run(port: Int, _ arguments: [String] = []) throws -> Child {
        try Child(
            [
                "recorder", "--home", nodes.recorderHome, "--host", "127.0.0.1", "--port", "0", "--camera",
                "127.0.0.1:\(port)",
            ] + arguments, home: nodes.home)
    }

    /// The recorder's answer to a request with the camera's key, sent with curl.
    func ask(_ address: String, _ path: String) async throws -> String {
        try await nodes.ask(nodes.home.file("evil"), address, path)
    }

    /// Tries to start a recording of the camera.
    func record(_ camera: String = "evil") async throws {
        _ = try await Tool.longshot("record", "start", "--home", nodes.recorderHome, "--camera", camera)
    }

    static func isAlive(_ child: Child) -> Bool { kill(child.pid, 0) == 0 && Memory.resident(child.pid) != nil }
}
