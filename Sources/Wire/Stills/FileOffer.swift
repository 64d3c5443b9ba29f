// SPDX-License-Identifier: Apache-2.0

/// A file that a peer offers to send: the body of `POST /v1/files`.
package struct FileOffer: Codable, Sendable, Equatable {
    /// A label, from which the receiver makes a file name.
    package var name: String
    /// Its size in bytes.
    @Within<Bounds.Bytes, Int> package var bytes: Int
    /// SHA-256 of all of it, in lower-case hexadecimal.
    package var sha256: String

    /// Describes a file.
    package init(name: String, bytes: Int, sha256: String) {
        (self.name, self.bytes, self.sha256) = (name, bytes, sha256)
    }
}

/// The decision on an offered file: the body of `POST /v1/files/{id}/decision`.
package struct FileDecision: Codable, Sendable, Equatable {
    /// Whether the sender may send it.
    package var accept: Bool
    /// The reason of a refusal, which the sender sees; nil for none.
    package var reason: String?

    /// Accepts or refuses a file.
    package init(accept: Bool, reason: String? = nil) {
        (self.accept, self.reason) = (accept, reason)
    }
}
