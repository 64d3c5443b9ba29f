// SPDX-License-Identifier: Apache-2.0
import SystemPackage
import Transfers
import Wire

/// A carrier whose peers are all unreachable.
struct NoCarrier: FileCarrier {
    func carry(
        _ file: OutgoingFile, to peer: String, offeredAs offer: String?,
        hear: @escaping @Sendable (TransferProgress) -> Void
    ) async throws {
        throw TransferError.away(reason: "\(peer) is away")
    }

    func abandon(_ id: String, at peer: String) async throws {}
}

extension Outbox {
    /// An outbox that delivers nothing.
    convenience init(to events: EventFeed, directory: FilePath = "/nonexistent") {
        self.init(directory, carrier: NoCarrier(), events: events, logger: TestServer.quiet)
    }
}
