// SPDX-License-Identifier: Apache-2.0

/// A recorder's confirmation that it has stored a still: the body of `POST /v1/stills/{id}/receipts`.
package struct StillReceipt: Codable, Sendable, Equatable {
    /// SHA-256 of the stored file, in hexadecimal.
    package var sha256: String

    /// - Parameter sha256: of the stored file, in hexadecimal.
    package init(sha256: String) {
        self.sha256 = sha256
    }
}
