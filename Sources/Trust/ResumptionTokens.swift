// SPDX-License-Identifier: Apache-2.0
import Crypto
import FoundationEssentials

/// Lets a peer whose link was lost go on where it was, without a person, for ten minutes.
///
/// Each token works once, for the peer that it was given to, and is answered with the next one. Only digests are kept.
/// Each session has an epoch that grows: what still arrives on the link of an older one is refused. A token saves state
/// and is no credential: without it the peer, who is pinned, begins a new session.
package struct ResumptionTokens: Sendable {
    /// What a peer keeps in order to come back.
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
    /// As many sessions are kept, one for each peer.
    package static let limit = 256

    private var sessions: [NodeID: Session] = [:]
    private var epoch: UInt64

    /// No sessions; the next epoch is greater than this.
    package init(after epoch: UInt64 = 0) {
        self.epoch = epoch
    }

    /// How many sessions are kept.
    package var count: Int { sessions.count }

    /// Begins a session, which ends the peer's earlier one.
    ///
    /// When there is no room, the session that was lost longest ago is given up.
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

    /// Notes that the link of a session was lost; the ten minutes begin.
    ///
    /// A session that was replaced meanwhile is not touched by the end of its old link.
    package mutating func suspend(_ peer: NodeID, epoch: UInt64, now: UInt64) {
        guard let session = sessions[peer], session.epoch == epoch, session.lostAt == nil else { return }
        sessions[peer]?.lostAt = now
    }

    /// Resumes a session and gives it its next token and epoch.
    ///
    /// A token that is not the current one, such as one that was used, ends the session.
    package mutating func redeem(
        _ token: [UInt8], from peer: NodeID, now: UInt64, using generator: inout some RandomNumberGenerator
    ) throws(TrustError) -> Ticket {
        guard let session = sessions.removeValue(forKey: peer), !Self.isOver(session, now),
            SHA256.hash(data: token) == session.digest
        else { throw .notResumable }
        return issue(peer, using: &generator)
    }

    /// Refuses what comes from an older session of the peer, or from none.
    package func check(_ epoch: UInt64, from peer: NodeID) throws(TrustError) {
        guard let session = sessions[peer] else { throw .notResumable }
        guard session.epoch == epoch else { throw .staleEpoch(epoch, current: session.epoch) }
    }

    /// Ends a peer's session: it said goodbye, or was revoked.
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
