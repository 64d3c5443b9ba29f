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

/// One port: a door, and routes behind it.
struct Listener: Service {
    let routes: RouteTable
    let door: Door
    /// Who asks, and what they may do, at this moment.
    let access: @Sendable (Request, Visitor, any Channel) throws -> (Visitor, Rights)
    /// What browsers may send here.
    var pages = GuardMiddleware.Pages.none
    let host: String
    let port: Int
    let logger: Logger
    /// Where it says that it is short of connections.
    let scarcity: Scarcity
    /// Hears the port that was bound, once connections are accepted.
    let onRunning: @Sendable (Int) async -> Void

    /// Serves until told to shut down or cancelled; then ends event streams and idle connections, and cuts the rest
    /// after 1.5 s.
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
                ? ControlServerError.portInUse(host: host, port: port)
                : .cannotListen(host: host, port: port, reason: "\(code)")
        } catch is SocketAddressError {
            throw ControlServerError.cannotListen(host: host, port: port, reason: "no such address")
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
                logger.info("control server listens", metadata: ["address": "\(host):\(port)"])
                await onRunning(port)
            },
            logger: quiet)
    }
}
