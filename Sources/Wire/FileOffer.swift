// SPDX-License-Identifier: Apache-2.0

/// A file that somebody would like to hand over: the body of `POST /v1/files`.
package struct FileOffer: Codable, Sendable, Equatable {
    /// What it is called: a label, of which the receiver makes a file name.
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

/// Whether a file may come: the body of `POST /v1/files/{id}/decision`.
package struct FileDecision: Codable, Sendable, Equatable {
    /// Whether it may.
    package var accept: Bool
    /// Why not, in words that the sender reads; nil for no reason given.
    package var reason: String?

    /// Decides.
    package init(accept: Bool, reason: String? = nil) {
        (self.accept, self.reason) = (accept, reason)
    }
}
