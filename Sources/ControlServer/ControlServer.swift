// SPDX-License-Identifier: Apache-2.0
package import Camera
import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
package import Recorder
import ServiceLifecycle
import SystemPackage
import Wire

/// HTTP in front of a camera or a recorder.
///
/// Listens on this machine only: as long as nodes cannot be paired, whoever reaches the port may command the
/// node.
package struct ControlServer: Service {
    private let routes: RouteTable
    private let host: String
    private let port: Int
    private let logger: Logger
    private let onRunning: @Sendable (Int) async -> Void

    /// A server for either kind of node.
    ///
    /// Throws a `Problem` for an address that other machines could reach. Port 0 is any free one; `onRunning`
    /// hears which, once connections are accepted.
    package init(
        _ node: ServedNode, host: String = "127.0.0.1", port: Int, logger: Logger,
        onRunning: @escaping @Sendable (_ boundPort: Int) async -> Void = { _ in }
    ) throws {
        try self.init(
            routes: RouteTable(node), host: host, port: port, logger: logger, onRunning: onRunning)
    }

    /// A server for a camera.
    package init(
        camera: CameraNode, host: String = "127.0.0.1", port: Int, logger: Logger,
        onRunning: @escaping @Sendable (_ boundPort: Int) async -> Void = { _ in }
    ) throws {
        try self.init(.camera(camera), host: host, port: port, logger: logger, onRunning: onRunning)
    }

    /// A server for a recorder.
    package init(
        recorder: RecorderNode, host: String = "127.0.0.1", port: Int, logger: Logger,
        onRunning: @escaping @Sendable (_ boundPort: Int) async -> Void = { _ in }
    ) throws {
        try self.init(.recorder(recorder), host: host, port: port, logger: logger, onRunning: onRunning)
    }

    init(
        routes: RouteTable, host: String, port: Int, logger: Logger,
        onRunning: @escaping @Sendable (Int) async -> Void
    ) throws {
        self.host = try Loopback.address(for: host)
        (self.routes, self.port, self.logger, self.onRunning) = (routes, port, logger, onRunning)
    }

    /// Serves until told to shut down; then ends event streams and idle connections, and cuts the rest after
    /// 1.5 s.
    package func run() async throws {
        let application = application()
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await application.run() }
                group.addTask {
                    try await gracefulShutdown()
                    try await Task.sleep(for: ServerLimits.farewell)
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        } catch let error as IOError {
            let code = Errno(rawValue: error.errnoCode)
            throw code == .addressInUse
                ? ControlServerError.portInUse(host: host, port: port)
                : .cannotListen(host: host, port: port, reason: "\(code)")
        }
    }

    private func application() -> some ApplicationProtocol {
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .warning)
        var channel = HTTP1Channel.Configuration(idleTimeout: ServerLimits.idle)
        channel.httpDecoder.maxHeaderFieldSize = ServerLimits.headers
        channel.httpDecoder.maxHeaderListSize = ServerLimits.headers
        channel.httpDecoder.maxHeaderFieldCount = ServerLimits.headerCount
        return Application(
            router: routes.router(),
            server: .http1(configuration: channel),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port),
                availableConnectionsDelegate: .maximum(ServerLimits.connections, logger: quiet)),
            onServerRunning: { [host, logger, onRunning] channel in
                let port = channel.localAddress?.port ?? 0
                logger.info("control server listens", metadata: ["address": "\(host):\(port)"])
                await onRunning(port)
            },
            logger: quiet)
    }
}
