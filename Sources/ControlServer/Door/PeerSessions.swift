// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import NIOCore
import Synchronization
import Trust
import Wire

/// The sessions of a node's peers: connected, suspended without a link, or lost.
///
/// A peer is connected while it reads the node's events. Requests of a replaced session are refused.
final class PeerSessions: Sendable {
    private struct State {
        var tokens = ResumptionTokens()
        var links: [NodeID: PeerLinkState] = [:]
        /// The open event streams per session.
        var streams: [NodeID: Int] = [:]
    }

    private let peers: PeerStore
    private let events: EventFeed
    private let onOver: @Sendable (NodeID) async -> Void
    private let state = Mutex(State())

    /// - Parameter onOver: called when a peer's session is over, to end everything that the peer had open.
    init(peers: PeerStore, events: EventFeed, onOver: @escaping @Sendable (NodeID) async -> Void) {
        (self.peers, self.events, self.onOver) = (peers, events, onOver)
    }

    /// All known sessions, including lost ones.
    var list: [PeerLinkState] {
        state.withLock { Array($0.links.values) }.map(named).sorted { ($0.name, $0.peer) < ($1.name, $1.peer) }
    }

    /// The session with the peer's current name.
    private func named(_ link: PeerLinkState) -> PeerLinkState {
        var link = link
        if let id = try? NodeID(link.peer), let peer = peers[id] { link.name = peer.name.text }
        return link
    }

    /// Begins a session, or resumes the session of the token.
    func begin(_ peer: NodeID, _ request: SessionRequest, capabilities: [String]) async throws -> SessionTicket {
        let missing = request.needs.filter { !capabilities.contains($0) }
        guard missing.isEmpty else {
            throw Problem.unsupported(
                "this node cannot \(missing.joined(separator: ", ")): it can \(capabilities.joined(separator: ", "))")
        }
        let token = request.token.map { Array(Data(base64Encoded: $0) ?? Data()) }
        let (ticket, isReplaced) = try state.withLock { state throws(TrustError) in
            var generator = SystemRandomNumberGenerator()
            let ticket =
                if let token {
                    try state.tokens.redeem(token, from: peer, now: Self.now(), using: &generator)
                } else {
                    try state.tokens.begin(peer, now: Self.now(), using: &generator)
                }
            let isReplaced = state.links[peer].map { $0.phase != .lost } ?? false
            state.streams[peer] = 0
            state.links[peer] = PeerLinkState(
                peer: peer.text, name: "owner", phase: .connecting, epoch: Int(ticket.epoch))
            return (ticket, isReplaced)
        }
        if isReplaced { await onOver(peer) }
        tell(peer)
        return SessionTicket(
            token: Data(ticket.token.reveal()).base64EncodedString(), epoch: Int(ticket.epoch), resumed: token != nil,
            keepAliveMilliseconds: ServerLimits.keepAliveMilliseconds,
            resumableSeconds: Int(ResumptionTokens.lifetime / 1_000_000_000))
    }

    /// Throws `staleEpoch` if the epoch is older than the peer's newest session.
    func check(_ epoch: Int, of peer: NodeID) throws(TrustError) {
        try state.withLock { state throws(TrustError) in
            try state.tokens.check(UInt64(clamping: epoch), from: peer)
        }
    }

    /// Registers an event stream of this session, unless the session is over.
    func attach(_ peer: NodeID, epoch: Int) {
        let isNew = state.withLock { state in
            // A peer may be revoked between the answer to its request and the first event of its stream.
            guard let link = state.links[peer], link.epoch == epoch, link.phase != .lost else { return false }
            state.streams[peer, default: 0] += 1
            state.links[peer]?.phase = .connected
            state.links[peer]?.reason = nil
            return state.streams[peer] == 1
        }
        if isNew { tell(peer) }
    }

    /// Removes an event stream; without any other, the session is suspended.
    func detach(_ peer: NodeID, epoch: Int) {
        let isGone = state.withLock { state in
            guard let link = state.links[peer], link.epoch == epoch, link.phase == .connected else { return false }
            state.streams[peer, default: 1] -= 1
            guard state.streams[peer] == 0 else { return false }
            state.tokens.suspend(peer, epoch: UInt64(clamping: epoch), now: Self.now())
            state.links[peer]?.phase = .suspended
            state.links[peer]?.reason = "the link is gone"
            return true
        }
        if isGone { tell(peer) }
    }

    /// Ends a peer's session, and everything that the peer had open, with or without one.
    ///
    /// - Parameters:
    ///   - revokedAt: when this node revoked the peer, if that is the reason; in seconds since 1970 UTC.
    ///   - revokedByPeerAt: when the peer revoked this node, if that is the reason; in seconds since 1970 UTC.
    func end(
        _ peer: NodeID, because reason: String, revokedAt: Int64? = nil, revokedByPeerAt: Int64? = nil
    ) async {
        state.withLock { state in
            state.tokens.end(peer)
            state.links[peer]?.phase = .lost
            state.links[peer]?.reason = reason
            state.links[peer]?.revokedAt = revokedAt
            state.links[peer]?.revokedByPeerAt = revokedByPeerAt
        }
        tell(peer)
        await closeAll(of: peer)
    }

    /// Ends everything that a peer had open, such as live video, and not its session.
    func closeAll(of peer: NodeID) async { await onOver(peer) }

    /// Ends sessions that have been suspended for too long, until cancelled.
    func expire() async throws {
        var suspended: [NodeID: UInt64] = [:]
        while true {
            try await Task.sleep(for: .seconds(5))
            let now = Self.now()
            let gone = state.withLock { $0.links.filter { $0.value.phase == .suspended }.map(\.key) }
            suspended = suspended.filter { gone.contains($0.key) }
            for peer in gone {
                let since = suspended[peer, default: now]
                suspended[peer] = since
                if now - since > ResumptionTokens.lifetime {
                    await end(peer, because: "timed out: ten minutes without a link")
                }
            }
        }
    }

    private func tell(_ peer: NodeID) {
        guard let link = state.withLock({ $0.links[peer] }) else { return }
        events.publish(.peer(named(link)))
    }

    private static func now() -> UInt64 { NIODeadline.now().uptimeNanoseconds }
}
