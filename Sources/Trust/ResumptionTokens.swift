// SPDX-License-Identifier: Apache-2.0
import Crypto
import FoundationEssentials

/// Lets a peer resume its session for ten minutes after its link was lost.
///
/// Each token works once, for the peer that received it, and is exchanged for the next one. Only digests are stored. Each session
/// has a growing epoch: messages of an older epoch are refused. A token saves state and is not a credential: without it, the peer,
/// which is pinned, begins a new session.
package struct ResumptionTokens: Sendable {
    /// The token and the epoch with which a peer resumes a session.
    package struct Ticket: Sendable {
        /// The token: 32 bytes.
        package let token: Secret<[UInt8]>
        /// The session's number, greater than that of any session before it.
        package let epoch: UInt64
    }

    private struct Session {
        var digest: SHA256.Digest
        var epoch: UInt64
        var lostAt: UInt64?
    }

    /// How long after the loss of its link a session can be resumed, in nanoseconds.
    package static let lifetime: UInt64 = 600_000_000_000
    /// The most sessions, one for each peer.
    package static let limit = 256

    private var sessions: [NodeID: Session] = [:]
    private var epoch: UInt64

    /// Starts without sessions; the next epoch is greater than this one.
    package init(after epoch: UInt64 = 0) {
        self.epoch = epoch
    }

    /// The number of sessions.
    package var count: Int { sessions.count }

    /// Begins a session, which ends the peer's earlier one.
    ///
    /// If there is no room, ends the session whose link was lost first; throws if no link was lost.
    package mutating func begin(
        _ peer: NodeID, now: UInt64, using generator: inout some RandomNumberGenerator
    ) throws(TrustError) -> Ticket {
        sessions = sessions.filter { !Self.isOver($0.value, now) }
        if sessions[peer] == nil, sessions.count >= Self.limit {
            let lost = sessions.compactMap { id, session in session.lostAt.map { (lostAt: $0, id: id) } }
            guard let oldest = lost.min(by: <) else { throw .tooMany("sessions", limit: Self.limit) }
            sessions[oldest.id] = nil
        }
        return issue(peer, using: &generator)
    }

    /// Starts the ten minutes of a session whose link was lost.
    ///
    /// Does nothing if the epoch is not the current one: a newer session has replaced it.
    package mutating func suspend(_ peer: NodeID, epoch: UInt64, now: UInt64) {
        guard let session = sessions[peer], session.epoch == epoch, session.lostAt == nil else { return }
        sessions[peer]?.lostAt = now
    }

    /// Resumes a session and returns its next token and epoch.
    ///
    /// A wrong token, such as a used one, ends the session.
    package mutating func redeem(
        _ token: [UInt8], from peer: NodeID, now: UInt64, using generator: inout some RandomNumberGenerator
    ) throws(TrustError) -> Ticket {
        guard let session = sessions.removeValue(forKey: peer), !Self.isOver(session, now),
            SHA256.hash(data: token) == session.digest
        else { throw .notResumable }
        return issue(peer, using: &generator)
    }

    /// Throws unless this is the epoch of the peer's session.
    package func check(_ epoch: UInt64, from peer: NodeID) throws(TrustError) {
        guard let session = sessions[peer] else { throw .notResumable }
        guard session.epoch == epoch else { throw .staleEpoch(epoch, current: session.epoch) }
    }

    /// Ends a peer's session, because it said goodbye or was revoked.
    package mutating func end(_ peer: NodeID) {
        sessions[peer] = nil
    }

    private mutating func issue(_ peer: NodeID, using generator: inout some RandomNumberGenerator) -> Ticket {
        epoch += 1
        let token = generator.bytes(32)
        sessions[peer] = Session(digest: SHA256.hash(data: token), epoch: epoch)
        return Ticket(token: Secret(token), epoch: epoch)
    }

    private static func isOver(_ session: Session, _ now: UInt64) -> Bool {
        session.lostAt.map { now > $0 && now - $0 > lifetime } ?? false
    }
}
