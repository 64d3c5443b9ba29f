// SPDX-License-Identifier: Apache-2.0
import Camera
import ControlClient
import Recorder
import ServiceLifecycle
import Wire

@testable import ControlServer

/// Real nodes, each behind its server on a free port.
enum Nodes {
    /// A camera box with the test picture.
    static func withCamera(_ body: (ControlClient, TestServer) async throws -> Void) async throws {
        try await withDirectory { home in
            var settings = CameraSettings(home: home)
            // Small: many tests run side by side.
            settings.values = [
                "encoder.key-int-max=15", "number.pixel-size=2",
                "format.caps=video/x-raw,format=I420,width=320,height=240,framerate=30/1",
            ]
            let camera = try await CameraNode(
                settings, as: description(.camera, "front-door"), logger: TestServer.quiet)
            try await serve(camera, as: .camera(camera), body)
        }
    }

    /// A recorder that knows one camera, which is not there unless its address is given.
    static func withRecorder(
        of camera: String = "127.0.0.1:1", _ body: (ControlClient, TestServer) async throws -> Void
    ) async throws {
        try await withDirectory { home in
            var settings = RecorderSettings(home: home)
            settings.cameras = [camera]
            let recorder = try await RecorderNode(
                settings, as: description(.recorder, "attic"), logger: TestServer.quiet)
            try await serve(recorder, as: .recorder(recorder), body)
        }
    }

    private static func description(_ role: NodeDescription.Role, _ name: String) -> NodeDescription {
        NodeDescription(
            id: "\(name)-id", name: name, role: role, version: "0.1.0", capabilities: ["live-udp"])
    }

    private static func serve(
        _ node: any Service, as served: ServedNode, _ body: (ControlClient, TestServer) async throws -> Void
    ) async throws {
        let group = ServiceGroup(services: [node], logger: TestServer.quiet)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            try await withServer {
                try ControlServer(served, port: 0, logger: $0, onRunning: $1)
            } _: { server in
                try await ControlClient.withClient(address: server.address) { try await body($0, server) }
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }
}

extension AsyncSequence {
    /// The first element that something can be made of, if it comes before the sequence ends.
    func first<Result>(_ transform: (Element) throws -> Result?) async throws -> Result? {
        for try await element in self {
            if let result = try transform(element) { return result }
        }
        return nil
    }
}
