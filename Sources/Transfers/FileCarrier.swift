// SPDX-License-Identifier: Apache-2.0
package import Wire

/// The way from an outbox to the peers of its node.
package protocol FileCarrier: Sendable {
    /// Hands a file to a peer, behind what an earlier try has brought there.
    ///
    /// Throws `TransferError.away` when the peer cannot be reached now, and a `Problem` when it does not want the file.
    ///
    /// - Parameter hear: hears how it gets on, as the peer sees it.
    func carry(
        _ file: OutgoingFile, to peer: String, hear: @escaping @Sendable (TransferProgress) -> Void
    ) async throws

    /// Tells a peer that a file which was offered there does not come.
    func abandon(_ id: String, at peer: String) async throws
}
