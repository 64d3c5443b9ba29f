// SPDX-License-Identifier: Apache-2.0
import ControlServer
import Disk
import Foundation
import Logging
import ServiceLifecycle
import SystemPackage
import Tasks
import Transfers
import Trust
import Wire

/// The parts of every node besides its job: its identity, its peers, and where it listens.
struct NodeFrame: Sendable {
    let home: NodeHome
    let identity: NodeIdentity
    let peers: PeerStore
    let description: NodeDescription
    /// The disk space for what peers send, which stills share with files.
    let room: DiskRoom
    /// Whether it announces itself, and looks for other nodes.
    let isOnNetwork: Bool
    /// The page for browsers.
    struct Page: Sendable {
        let port: Int
        let certificate: WebCertificate?
        /// Further names by which browsers may call the node.
        let hosts: [String]
    }

    private let lock: DirectoryLock
    private let desk: PairingDesk
    private let browsers: BrowserDesk
    private let page: Page?
    private let files: InboxSettings
    private let announcer: NodeAnnouncer
    private let host: String
    private let logger: Logger

    /// Opens a home and locks it until `close()`; the first start creates its identity.
    ///
    /// - Parameter extras: capabilities that depend on settings.
    ///
    /// Throws before it changes the home if it is a file, if another process runs a node there, or if a node of the other role
    /// has run there.
    init(
        _ home: NodeHome, role: NodeDescription.Role, name: String?, host: String, isOnNetwork: Bool, page: Page?,
        files: InboxSettings, extras: [String] = [], logger: Logger
    ) throws {
        DescriptorBudget.raise()
        (self.home, self.host, self.isOnNetwork, self.logger) = (home, host, isOnNetwork, logger)
        guard try FileStatus(home.path)?.isRegular != true else { throw TargetError.fileAsHome(home.path) }
        try FileSystem.makeDirectories(home.path)
        try role.requireHome(home.path)
        lock = try DirectoryLock(home.path)
        identity = try NodeIdentity.open(home: home.path)
        peers = try PeerStore(home: home.path)
        browsers = BrowserDesk(try BrowserStore(home: home.path), of: identity.id, host: host)
        (self.page, self.files) = (page, files)
        room = DiskRoom(reserveBytes: files.reserveBytes)
        let label = try PeerName(name ?? NodeName.fallback(in: home.path, role.rawValue))
        if name != nil { Self.store(label, in: home.path, logger) }
        description = NodeDescription(
            id: identity.id.text, name: label.text, role: role, version: Longshot.version,
            capabilities: role == .camera
                ? [
                    "live-udp", "live-tcp", "archive-lane", "accounts", "stills", "pipelines", "files",
                    "recording-switch",
                ] + extras
                : ["record", "files"])
        announcer = NodeAnnouncer(description, isEnabled: isOnNetwork, logger: logger)
        desk = PairingDesk(
            as: identity, name: label, role: PeerRole(role), peers: peers, host: host, logger: logger
        ) { [announcer] in announcer.pairing($0) }
    }

    /// The services that make the node reachable, in the order of their start.
    ///
    /// Calls `onRunning` with the node's port when all ports are open, and then `onPage` with that of the page.
    func services(
        for node: ServedNode, port: Int, onPage: @escaping @Sendable (Int) async -> Void = { _ in },
        onRunning: @escaping @Sendable (Int) async -> Void
    ) async throws -> [any Service] {
        let inbox = Inbox(files, room: room, events: node.events, logger: logger)
        try await inbox.load()
        let outbox = Outbox(
            home.path.appending("sends"),
            of: ["files", "sends", "stills"].map { home.path.appending($0) } + [files.directory],
            reserveBytes: files.reserveBytes, carrier: PeerCarrier(identity: identity, peers: peers),
            maker: node.recorder.map(RecordingMovies.init),
            events: node.events, logger: logger)
        try await outbox.load()
        let manager = ServiceManager()
        let listening = Pending<Int>()
        let watchdog = Watchdog(manager, logger: logger) { await node.state() }
        let server = try ControlServer(
            node, as: identity, peers: peers, pairing: desk, browsers: browsers, inbox: inbox, outbox: outbox,
            host: host, port: port, logger: logger
        ) { [home, host, announcer, logger, role = description.role, hasPage = page != nil] bound in
            do {
                try await RunFile.write(host: host, port: bound, role: role, to: home.path)
            } catch {
                logger.error("run file not written", metadata: ["error": "\(error)"])
            }
            announcer.serves(on: bound)
            if !hasPage { await onRunning(bound) }
            listening.resolve(bound)
            manager.isReady()
        }
        guard let page else { return [desk, announcer, server, watchdog, MemoryTrim()] }
        let pages = try PageServer(
            for: server, of: node, home: home.path, certificate: page.certificate, host: host, port: page.port,
            hosts: page.hosts,
            logger: logger
        ) { bound in
            guard let port = await listening.value() else { return }
            await onRunning(port)
            await onPage(bound)
        }
        return [desk, announcer, server, pages, watchdog, MemoryTrim()]
    }

    /// Stores the node's name for its next start; only logs a failure, because a node must start on a full disk, too.
    private static func store(_ name: PeerName, in home: FilePath, _ logger: Logger) {
        do {
            try NodeName.store(name, in: home)
        } catch {
            logger.warning("the name is not stored for the next start", metadata: ["error": "\(error)"])
        }
    }

    /// Removes the run file and unlocks the home, after the node's end.
    func close() {
        RunFile.remove(from: home.path)
        // The lock is released with the last reference to it.
        withExtendedLifetime(lock) {}
    }

    /// The text that is printed when the node listens.
    func greeting(port: Int) -> String {
        "\(description.role.rawValue) \"\(description.name)\" listens on \(url(port)), id \(identity.id.short)"
    }

    /// Prints the URL of the page.
    func greetBrowsers(port: Int) {
        let option = NodeHome.addition(of: description.role, in: home.path)
        Terminal.say("its page for browsers is \(url(port)); `longshot page\(option)` lets one in")
    }

    private func url(_ port: Int) -> String {
        let shown = ["::", "0.0.0.0"].contains(host) ? ProcessInfo.processInfo.hostName : host
        return "https://\(shown.contains(":") ? "[\(shown)]" : shown):\(port)"
    }

    /// Whether an address can be reached from this machine only.
    static func isLoopback(_ host: String) -> Bool {
        host == "::1" || host == "localhost" || host.hasPrefix("127.")
    }
}

extension PeerRole {
    /// The role of a node among its peers.
    init(_ role: NodeDescription.Role) {
        switch role {
        case .camera: self = .camera
        case .recorder: self = .recorder
        }
    }
}
