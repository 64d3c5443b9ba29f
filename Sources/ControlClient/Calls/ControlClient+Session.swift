// SPDX-License-Identifier: Apache-2.0
import NIOHTTP1
package import Wire

/// Sessions: they let a peer resume after the loss of its link.
extension ControlClient {
    /// Resumes the session of a token, or begins a new session if that one is gone.
    ///
    /// All later requests belong to this session. The node refuses them once a newer session has replaced it.
    package func beginSession(
        token: String? = nil, needs: [String] = [], name: String? = nil
    ) async throws -> SessionTicket {
        session = nil
        let request = { (wish: SessionRequest) in try Request(.POST, "session").sending(wish) }
        var ticket: SessionTicket?
        if token != nil {
            do {
                ticket = try await answer(try request(SessionRequest(token: token, needs: needs, name: name)))
            } catch let problem as Problem where problem.isNotResumable {
                // The node has restarted, or the session has expired. The pinned key is enough for a new session.
            }
        }
        if ticket == nil { ticket = try await answer(try request(SessionRequest(needs: needs, name: name))) }
        guard let ticket else { throw ControlClientError.closed }
        session = ticket.epoch
        return ticket
    }

    /// Forgets the session after the loss of the link; the node may no longer know it.
    package func leaveSession() {
        session = nil
    }

    /// Ends the session on the node, so that the node does not wait for this peer; times out after 1 s.
    ///
    /// - Parameter isRevoked: whether it ends because this peer has revoked the node.
    package func endSession(isRevoked: Bool) async throws {
        guard session != nil else { return }
        let request = Request(.DELETE, "session", query: [("because", isRevoked ? "revoked" : nil)])
        _ = try await bytes(request, limit: Limits.document, seconds: 1)
        session = nil
    }
}

extension Problem {
    fileprivate var isNotResumable: Bool { type.hasSuffix(":not-resumable") }
}
