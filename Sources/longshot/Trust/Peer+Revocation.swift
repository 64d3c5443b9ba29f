// SPDX-License-Identifier: Apache-2.0
import Trust

extension Peer {
    /// That and when this node has revoked the peer; nil if it has not.
    var revocation: String? {
        isRevoked ? "revoked\(revocationMoment)" : nil
    }

    /// A space and when this node revoked the peer; empty if that is not known.
    var revocationMoment: String { revokedAt.map { " \(Format.moment($0 * 1_000_000_000))" } ?? "" }

    /// That and when the peer has revoked this node, or this user; nil if it has not, or has not said so.
    func revocationThere(of whom: String = "this node") -> String? {
        revokedByPeerAt.map { "has revoked \(whom) \(Format.moment($0 * 1_000_000_000))" }
    }
}
