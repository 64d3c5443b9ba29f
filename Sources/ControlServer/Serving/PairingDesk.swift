// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
package import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import Tasks
package import Trust
import Wire

/// A node's pairing window, and the pairing port, which is open only while the window is.
package final class PairingDesk: Service {
    /// What a node announces while its window is open.
    package struct Notice: Sendable, Equatable {
        /// Identifies the window; derived one-way from its code.
        package let tag: String
        /// The pairing port.
        package let port: Int
    }

    private struct State {
        var window: PairingWindow
        /// The tag of the newest window.
        var tag = ""
        /// The pairing port; nil while it is closed.
        var port: Int?
        /// Calls of `open()` that wait for the port.
        var waiting: [Pending<Int>] = []
        var nodePort: UInt16?
        /// The session of the last joiner that proved the code, and the connection that it uses.
        var candidate: (session: String, connection: ObjectIdentifier)?
    }

    private let identity: NodeIdentity
    private let peers: PeerStore
    private let party: PairingParty
    private let host: String
    private let logger: Logger
    private let onNotice: @Sendable (Notice?) -> Void
    private let state: Mutex<State>
    /// Reports shortages of connections or descriptors on the pairing port.
    let scarcity = Scarcity()
    private let (openings, opening) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Creates a desk with a closed window.
    ///
    /// - Parameters:
    ///   - host: the address on which the pairing port listens.
    ///   - onNotice: called with the notice to announce, and with nil to withdraw it.
    package init(
        as identity: NodeIdentity, name: PeerName, role: PeerRole, peers: PeerStore, host: String, logger: Logger,
        onNotice: @escaping @Sendable (Notice?) -> Void = { _ in }
    ) {
        party = PairingParty(certificate: identity.certificate, name: name, role: role)
        state = Mutex(State(window: PairingWindow(owner: party)))
        (self.identity, self.peers, self.host) = (identity, peers, host)
        (self.logger, self.onNotice) = (logger, onNotice)
    }

    /// Stores the node's own port, which joiners are told.
    func serves(on port: Int) {
        state.withLock { $0.nodePort = UInt16(exactly: port) }
    }

    /// Opens the window; replaces the current one if it is open.
    func open() async throws -> PairingInvitation {
        let opened = Pending<Int>()
        let (code, known) = state.withLock { state in
            var generator = SystemRandomNumberGenerator()
            if state.port == nil { state.waiting.append(opened) }
            let code = state.window.open(now: Self.now(), using: &generator)
            state.tag = code.windowTag
            return (code, state.port)
        }
        if known == nil { opening.yield() }
        guard let port = if let known { known } else { await opened.value(within: .seconds(5)) } else {
            close()
            throw Problem.conflict("the pairing port cannot be opened: the node's log says why")
        }
        logger.info("pairing window opened", metadata: ["port": "\(port)"])
        let link = try PairingLink(
            node: identity.id, name: party.name, addresses: LocalAddresses.list(listeningOn: host, port: port),
            code: code)
        return PairingInvitation(link, secondsLeft: Int(PairingWindow.lifetime / 1_000_000_000))
    }

    /// Closes the window; a waiting joiner is told.
    func close() {
        with { window, now in window.close(now: now) }
    }

    /// The window's current state.
    func report() -> PairingReport {
        let (tag, port) = state.withLock { ($0.tag, $0.port) }
        var report = with { window, now in
            PairingReport(window.state(now: now), now: now) { peers[$0]?.rights }
        }
        (report.tag, report.port) = (port.map { _ in tag }, port)
        return report
    }

    /// Approves or denies the candidate.
    func decide(_ decision: PairingDecision) throws {
        guard decision.approve else {
            return try with { window, now throws(PairingError) in try window.deny(session: decision.session, now: now) }
        }
        let rights = decision.rights(insteadOf: report().candidate?.usual ?? Rights([]))
        let utc = Int64(Date().timeIntervalSince1970)
        var peer = try with { window, now throws(PairingError) in
            try window.approve(
                session: decision.session, grants: rights.grants, viewOf: rights.bound ?? [], at: utc, now: now)
        }
        if let name = decision.name { (peer.name, peer.isNamedHere) = (name, true) }
        do {
            try peers.add(peer)
            with { window, now in window.settle(peer.rights, now: now) }
            logger.notice(
                "paired", metadata: ["peer": "\(peer.name)", "id": "\(peer.id.short)", "grants": "\(peer.rights)"])
        } catch {
            with { window, now in window.settle(nil, now: now) }
            throw error
        }
    }

    /// Opens the pairing port whenever a window opens, until graceful shutdown.
    package func run() async throws {
        await withGracefulShutdownHandler { [self] in
            for await _ in openings {
                do {
                    try await listen()
                } catch {
                    logger.error("pairing port failed", metadata: ["error": "\(error)"])
                }
                onNotice(nil)
            }
        } onGracefulShutdown: { [opening] in
            opening.finish()
        }
    }

    private func listen() async throws {
        let listener = Listener(
            routes: RouteTable(pairing: self),
            door: try Door(of: identity, .pairing(descriptors: DescriptorBudget.limit)) {
                certificate throws(TrustError) in .stranger(certificate)
            },
            access: { _, visitor, _ in (visitor, Rights([])) }, host: host, port: 0, logger: logger, scarcity: scarcity,
            onRunning: { [self] in found(port: $0) })
        var quiet = logger
        quiet.logLevel = .critical
        let services = ServiceGroup(services: [listener], logger: quiet)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await services.run() }
            // Polling is cheap here: it happens only while the port is open.
            var announced: Notice?
            while isListening(), !Task.isShuttingDownGracefully {
                let notice = notice()
                if notice != announced { onNotice(notice) }
                announced = notice
                try await Task.sleep(for: .milliseconds(200))
            }
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
        }
    }

    private func found(port: Int) {
        let waiting = state.withLock { state in
            state.port = port
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in waiting { one.resolve(port) }
    }

    /// The notice of the open window; nil if none is open, although the port still tells a joiner how its window has ended.
    private func notice() -> Notice? {
        state.withLock { state -> Notice? in
            switch state.window.state(now: Self.now()) {
            case .idle, .closed: nil
            case .open, .attempting, .confirming: state.port.map { Notice(tag: state.tag, port: $0) }
            }
        }
    }

    /// Whether the port must stay open; if not, forgets it, and the next window gets a new port.
    private func isListening() -> Bool {
        state.withLock { state in
            let isListening = state.window.isListening(now: Self.now())
            if !isListening { state.port = nil }
            return isListening
        }
    }

    /// Runs a body on the window with the current time, under the lock.
    func with<Result: Sendable, Failure: Error>(
        _ body: (inout PairingWindow, UInt64) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try state.withLock { state throws(Failure) in try body(&state.window, Self.now()) }
    }

    /// Notes the connection of a candidate; when it closes, the candidate has left.
    func follow(_ session: String, over channel: any Channel) {
        let connection = ObjectIdentifier(channel)
        let isNew = state.withLock { state in
            defer { state.candidate = (session, connection) }
            return state.candidate?.connection != connection
        }
        guard isNew else { return }
        channel.closeFuture.whenComplete { [self] _ in
            state.withLock { state in
                guard let candidate = state.candidate, candidate.connection == connection else { return }
                state.candidate = nil
                state.window.leave(session: candidate.session, now: Self.now())
            }
        }
    }

    /// The node's own port, which joiners are told.
    var nodePort: UInt16? { state.withLock { $0.nodePort } }

    /// The monotonic clock, in nanoseconds.
    private static func now() -> UInt64 { NIODeadline.now().uptimeNanoseconds }
}
