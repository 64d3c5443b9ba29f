// SPDX-License-Identifier: Apache-2.0

/// A file on its way to a node, or from it to a peer: `transfer` events, and an item of `GET /v1/files` and `GET /v1/sends`.
package struct TransferProgress: Codable, Sendable, Equatable {
    /// How a file comes, or goes.
    package enum Kind: String, Codable, Sendable {
        /// A still that the node fetches from a camera.
        case still
        /// A file that a peer hands over.
        case file
        /// A file that the node hands to a peer.
        case sent
    }

    /// The phases of a transfer.
    package enum Phase: String, Codable, Sendable {
        /// A person must decide whether it may come.
        case offered
        /// It may come, or waits for its turn to go; nothing of it has.
        case accepted
        /// Bytes are moving.
        case transferring
        /// The link broke, or the sender paused; it resumes where it stopped.
        case suspended
        /// The node that sends was told to wait.
        case paused
        /// Digest checked, synced, under its final name.
        case received
        /// It cannot be had; see `problem`.
        case failed
        /// A person did not want it.
        case refused
        /// Somebody gave it up; nothing of it is kept.
        case cancelled

        /// Whether something may still come of it.
        package var isOpen: Bool {
            switch self {
            case .offered, .accepted, .transferring, .suspended, .paused: true
            case .received, .failed, .refused, .cancelled: false
            }
        }
    }

    /// The transfer's id; of a still the still's, and behind it the first letters of its camera's.
    package var id: String
    /// How it comes.
    package var kind: Kind
    /// The file's name: that under which it is, or will be, kept.
    package var name: String
    /// The node id of the other side: the camera of a still, the sender of a file, the receiver of one that is sent.
    package var peer: String
    /// Where it is.
    package var phase: Phase
    /// Bytes that have arrived.
    @Within<Bounds.Bytes, Int> package var bytes: Int
    /// Bytes in all.
    @Within<Bounds.Bytes, Int> package var total: Int
    /// SHA-256 of the file, in hexadecimal; empty while a movie of a recording has not been made.
    package var sha256: String
    /// Milliseconds from the announcement to the file under its final name; nil before.
    package var milliseconds: Double?
    /// The file's absolute path on the node; nil before it is there, and for all but the owner and `admin`.
    package var path: String?
    /// The recording that is sent as a movie; nil for a file that is there.
    package var recording: String?
    /// Why it failed, was refused or is suspended.
    package var problem: String?

    /// A transfer of which nothing has arrived.
    package init(id: String, kind: Kind, name: String, peer: String, total: Int, sha256: String) {
        (self.id, self.kind, self.name, self.peer) = (id, kind, name, peer)
        (self.total, self.sha256) = (total, sha256)
        (phase, bytes) = (.transferring, 0)
    }
}
