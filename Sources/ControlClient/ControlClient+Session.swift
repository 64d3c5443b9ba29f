// SPDX-License-Identifier: Apache-2.0
import NIOHTTP1
package import Wire

/// Sessions: what lets a peer go on where it was when its link was lost.
extension ControlClient {
    /// Goes on with the session of a token, or begins another when there is none any more.
    ///
    /// From then on every request belongs to it, and is refused once a newer one has replaced it.
    package func beginSession(token: String? = nil, needs: [String] = []) async throws -> SessionTicket {
        session = nil
        var ticket: SessionTicket?
        if token != nil {
            do {
                ticket = try await answer(Request(.POST, "session").sending(SessionRequest(token: token, needs: needs)))
            } catch let problem as Problem where problem.isNotResumable {
                // The node was started anew, or was waited for too long: the pinned key is enough for another one.
            }
        }
        if ticket == nil { ticket = try await answer(Request(.POST, "session").sending(SessionRequest(needs: needs))) }
        guard let ticket else { throw ControlClientError.closed }
        session = ticket.epoch
        return ticket
    }

    /// Belongs to no session any more: the link was lost, and the node may know nothing of it.
    package func leaveSession() {
        session = nil
    }

    /// Says goodbye, so that the node does not wait for us; given up after a second.
    package func endSession() async throws {
        guard session != nil else { return }
        _ = try await bytes(Request(.DELETE, "session"), limit: Limits.document, seconds: 1)
        session = nil
    }
}

extension Problem {
    fileprivate var isNotResumable: Bool { type.hasSuffix(":not-resumable") }
}
