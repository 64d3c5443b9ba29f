// SPDX-License-Identifier: Apache-2.0
import Tasks
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import SystemPackage
import Trust
import Wire

/// A port: a door, and the routes behind it.
struct Listener: Service {
    let routes: RouteTable
    let door: Door
    /// The visitor of a request and its current rights.
    let access: @Sendable (Request, Visitor, any Channel) throws -> (Visitor, Rights)
    /// The pages whose requests this port accepts.
    var pages = GuardMiddleware.Pages.none
    let host: String
    let port: Int
    /// The option that chooses the port, for errors.
    var option = "--port"
    let logger: Logger
    /// Records shortages of connections for the node's state.
    let scarcity: Scarcity
    /// Gets the bound port once connections are accepted.
    let onRunning: @Sendable (Int) async -> Void

    /// Serves until graceful shutdown or cancellation.
    ///
    /// At shutdown, ends event streams and idle connections, and closes all others after 1.5 s.
    func run() async throws {
        let application = application()
        do {
            try await race(
                { try await application.run() },
                {
                    try await gracefulShutdown()
                    try await Task.sleep(for: ServerLimits.farewell)
                })
        } catch let error as IOError {
            let code = Errno(rawValue: error.errnoCode)
            throw code == .addressInUse
                ? ControlServerError.portInUse(host: host, port: port, option: option)
                : .cannotListen(host: host, port: port, option: option, reason: "\(code)")
        } catch  where error is SocketAddressError || error is SocketAddressError.UnknownHost {
            throw ControlServerError.cannotListen(host: host, port: port, option: option, reason: "no such address")
        }
    }

    private func application() -> some ApplicationProtocol {
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .warning)
        var channel = HTTP1Channel.Configuration(idleTimeout: ServerLimits.idle)
        channel.httpDecoder.maxHeaderFieldSize = ServerLimits.headers
        channel.httpDecoder.maxHeaderListSize = ServerLimits.headers
        channel.httpDecoder.maxHeaderFieldCount = ServerLimits.headerCount
        let alarm = ScarcityAlarm(logger, scarcity)
        return Application(
            router: routes.router(
                GuardMiddleware(pages: pages), AccessMiddleware(visitors: door.visitors, access: access)),
            server: HTTPServerBuilder { [door, channel] responder in
                DoorChannel(
                    door: door, alarm: alarm, base: HTTP1Channel(responder: responder, configuration: channel))
            },
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port),
                availableConnectionsDelegate: .maximum(door.visitors.bounds.total, logger: quiet)),
            onServerRunning: { [host, logger, onRunning] channel in
                try? await channel.eventLoop.submit {
                    try channel.pipeline.syncOperations.addHandler(AcceptWatch(alarm), position: .first)
                }.get()
                let port = channel.localAddress?.port ?? 0
                let shown = host.contains(":") ? "[\(host)]" : host
                logger.info("control server listens", metadata: ["address": "\(shown):\(port)"])
                await onRunning(port)
            },
            logger: quiet)
    }
}
