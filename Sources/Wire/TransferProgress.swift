// SPDX-License-Identifier: Apache-2.0

/// A file on its way from a camera to a recorder: `transfer` events, and an item of `GET /v1/files`.
package struct TransferProgress: Codable, Sendable, Equatable {
    /// The phases of a transfer.
    package enum Phase: String, Codable, Sendable {
        /// Bytes are moving.
        case transferring
        /// The link broke; it resumes where it stopped.
        case suspended
        /// Digest checked, synced, under its final name.
        case received
        /// It cannot be had; see `problem`.
        case failed
    }

    /// The still's id.
    package var id: String
    /// The file's name.
    package var name: String
    /// The camera's node id.
    package var camera: String
    /// Where it is.
    package var phase: Phase
    /// Bytes that have arrived.
    package var bytes: Int
    /// Bytes in all.
    package var total: Int
    /// SHA-256 of the file, in hexadecimal.
    package var sha256: String
    /// Milliseconds from the announcement to the file under its final name; nil before.
    package var milliseconds: Double?
    /// The file's absolute path on the recorder; nil before it is received.
    package var path: String?
    /// Why it failed or is suspended.
    package var problem: String?

    /// A transfer of which nothing has arrived.
    package init(id: String, name: String, camera: String, total: Int, sha256: String) {
        (self.id, self.name, self.camera, self.total, self.sha256) = (id, name, camera, total, sha256)
        (phase, bytes) = (.transferring, 0)
    }
}
