// SPDX-License-Identifier: Apache-2.0
import Trust
import Wire

extension Peer {
    /// What a revoked peer is told.
    ///
    /// - Parameter node: this node's name.
    func revocation(by node: String) -> Problem {
        .revoked(name.text, by: node, at: revokedAt, as: role == .remote ? nil : role.rawValue)
    }
}
