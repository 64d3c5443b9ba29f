// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("The name of a node", .serialized, .timeLimit(.minutes(6)))
struct RenamedNodeTests {
    @Test("stays when the node is started without one; an export takes a camera's present name and its former one")
    func renamed() async throws {
        let nodes = try Nodes()
        let first = try nodes.camera(["--name", "porch"])
        let address = try await first.address()
        let port = try #require(address.split(separator: ":").last.map(String.init))
        let recorder = try await nodes.recorder(of: address, ["--continuous"])
        try await eventually("it records: \(recorder.output)") { try await nodes.persisted() > 30 }
        #expect(try await first.terminate().code == 0)

        let second = try nodes.camera(port: port)
        _ = try await second.address()
        #expect(second.output.contains("camera \"porch\" listens on"), "\(second.output)")
        #expect(try await second.terminate().code == 0)

        let third = try nodes.camera(port: port, ["--name", "gate"])
        _ = try await third.address()
        let status = ["record", "status", "--home", nodes.recorderHome]
        try await eventually("the recorder knows the new name: \(recorder.output)") {
            try await Tool.run(Tool.longshot, status).output.contains("gate  connected")
        }
        let peers = try await Tool.longshot("pair", "list", "--home", nodes.recorderHome)
        #expect(peers.output.contains("gate") && !peers.output.contains("porch"), "\(peers.output)\(peers.errors)")
        for name in ["gate", "porch"] {
            let export = try await Tool.longshot(
                "export", "--home", nodes.recorderHome, "--cameras", name, "-o", nodes.home.file(name))
            #expect(export.code == 0 && export.output.contains("\(name)-gate.mp4"), "\(export.output)\(export.errors)")
        }
    }
}
