// SPDX-License-Identifier: Apache-2.0
import ControlServer
import Logging
import Recorder
import ServiceLifecycle
import SystemPackage
import Wire

/// The demo's recorder: made once the camera's port is known.
final class DemoRecorder: Service {
    /// Where both nodes listen.
    struct Addresses: Sendable {
        let camera: String
        let recorder: String
    }

    /// The recorder's folder.
    let home: FilePath
    /// Known once both nodes listen.
    let addresses = Pending<Addresses>()

    private let transport: Transport
    private let cameraPort: Pending<Int>
    private let logger: Logger

    init(home: FilePath, transport: Transport, cameraPort: Pending<Int>, logger: Logger) {
        (self.home, self.transport, self.cameraPort) = (home, transport, cameraPort)
        self.logger = logger
    }

    func run() async throws {
        guard let port = await cameraPort.value(within: .seconds(10)) else { throw CancellationError() }
        var settings = RecorderSettings(home: home)
        settings.cameras = ["127.0.0.1:\(port)"]
        settings.transport = transport
        let identity = try await NodeHome(home.string, usually: "").identity(role: .recorder, name: "demo-recorder")
        let node = try await RecorderNode(settings, as: identity, logger: logger)
        let server = try ControlServer(recorder: node, port: 0, logger: logger) { [addresses] bound in
            addresses.resolve(Addresses(camera: "127.0.0.1:\(port)", recorder: "127.0.0.1:\(bound)"))
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await node.run() }
            group.addTask { try await server.run() }
            try await group.waitForAll()
        }
    }
}
