// SPDX-License-Identifier: Apache-2.0
package import ControlClient
package import Recorder
package import SystemPackage
package import Tasks
import Disk
import Transfers
package import Trust
package import Wire

/// A recorder's connection to a camera over HTTPS.
extension ControlClient: CameraConnection {
    /// Creates connections of a recorder with this identity.
    package static func dialer(as identity: NodeIdentity) -> CameraDialer {
        { address, certificate in try ControlClient(address, Access(as: identity, to: certificate)) }
    }

    package var place: String { "\(address)" }

    package func compareClocks() async throws -> ClockOffset { try await clockOffset() }

    package func happenings() async throws -> any AsyncSequence<NumberedEvent, any Error> & Sendable {
        try await connectedEvents(after: nil)
    }

    package func fetch(
        _ still: Still, to target: FilePath, willWrite: @Sendable (_ bytes: Int) async throws -> Void,
        progress: @Sendable (_ bytes: Int) -> Void
    ) async throws {
        do {
            var download = Download(still, to: target)
            download.permissions = .node
            try await self.download(download, progress: { bytes, _ in progress(bytes) }, willWrite: willWrite)
        } catch ControlClientError.file(let path, let operation, let reason) {
            throw TransferError.file(path: path, operation: operation, reason: reason, code: nil)
        }
    }
}

extension ControlClientError: CameraConnectionError {
    package var isNotPaired: Bool {
        if case .notPaired = self { true } else { false }
    }
}
