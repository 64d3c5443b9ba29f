// SPDX-License-Identifier: Apache-2.0
package import Logging
import ServiceLifecycle
package import SystemPackage
import Trust

/// A node's page port: the page, and the node's routes for browsers with a session.
package struct PageServer: Service {
    private let listener: Listener
    private let browsers: BrowserDesk
    private let logger: Logger

    /// The page of a node.
    ///
    /// - Parameters:
    ///   - home: the folder of the node's certificate for browsers; nil to make one for this run.
    ///   - certificate: the owner's own certificate, used instead.
    ///   - hosts: additional host names under which browsers may reach the node.
    package init(
        for server: ControlServer, of node: ServedNode, home: FilePath? = nil, certificate: WebCertificate?,
        host: String, port: Int,
        hosts: [String],
        logger: Logger, onRunning: @escaping @Sendable (_ boundPort: Int) async -> Void = { _ in }
    ) throws {
        let (gate, browsers) = (server.gate, server.gate.browsers)
        let names = PageHosts.names(listeningOn: host, adding: hosts)
        let own =
            try home.map { try PageCertificate.open(home: $0, of: gate.identity, for: names) }
            ?? PageCertificate(of: gate.identity, for: names)
        let door = try Door(forBrowsersOf: gate.identity, certificate, or: own)
        (self.browsers, self.logger) = (browsers, logger)
        var routes = server.routes
        routes.addPage(gate.pairing, willShow: node.prepareViewer)
        routes.addBrowsers(
            browsers, node.description, peers: gate.peers, camera: gate.camera, willShow: node.prepareViewer)
        listener = Listener(
            routes: routes, door: door,
            access: { request, _, channel in
                let (visitor, rights) = browsers.access(request, on: channel)
                return (visitor, rights.on(camera: gate.camera))
            },
            pages: .own(hosts: names), host: host, port: port, option: "--page-port",
            logger: logger, scarcity: gate.scarcity
        ) { bound in
            browsers.serves(on: bound, door.visitors)
            await onRunning(bound)
        }
    }

    /// Serves until graceful shutdown.
    package func run() async throws {
        try await listener.run()
        do {
            try browsers.flush()
        } catch {
            logger.warning("when browsers were last seen is lost", metadata: ["error": "\(error)"])
        }
    }
}
