// SPDX-License-Identifier: Apache-2.0
package import Wire

/// Sends files from an outbox to the peers of its node.
package protocol FileCarrier: Sendable {
    /// Sends a file to a peer; resumes after the bytes that the peer already has.
    ///
    /// Throws `TransferError.away` if the peer cannot be reached now, `undecided` if it has not accepted the file yet, and a
    /// `Problem` if it refuses the file.
    ///
    /// - Parameters:
    ///   - offer: the peer's id of the file, if it was offered there and not decided about; offered again, it would be another file.
    ///   - hear: called with the progress, as the peer sees it.
    func carry(
        _ file: OutgoingFile, to peer: String, offeredAs offer: String?,
        hear: @escaping @Sendable (TransferProgress) -> Void
    ) async throws

    /// Tells a peer that an offered file will not come.
    func abandon(_ id: String, at peer: String) async throws
}
