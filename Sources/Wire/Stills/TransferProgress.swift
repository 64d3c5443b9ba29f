// SPDX-License-Identifier: Apache-2.0

/// A file transfer to or from a node: `transfer` events, and items of `GET /v1/files` and `GET /v1/sends`.
package struct TransferProgress: Codable, Sendable, Equatable {
    /// The content and the direction of a transfer.
    package enum Kind: String, Codable, Sendable {
        /// A still that the node fetches from a camera.
        case still
        /// A file that a peer sends to the node.
        case file
        /// A file that the node sends to a peer.
        case sent
    }

    /// The phases of a transfer.
    package enum Phase: String, Codable, Sendable {
        /// A person must accept or refuse the file.
        case offered
        /// Accepted, or queued for sending; no bytes have moved.
        case accepted
        /// Bytes are moving.
        case transferring
        /// The link broke, or the sender paused; the transfer resumes where it stopped.
        case suspended
        /// A person paused it on the sending node.
        case paused
        /// Complete: the digest matches, and the file is synced under its final name.
        case received
        /// Failed; `problem` says why.
        case failed
        /// A person refused the file.
        case refused
        /// Cancelled, or idle for a week; nothing of it is kept.
        case cancelled

        /// Whether the transfer is neither completed nor ended.
        package var isOpen: Bool {
            switch self {
            case .offered, .accepted, .transferring, .suspended, .paused: true
            case .received, .failed, .refused, .cancelled: false
            }
        }
    }

    /// The transfer's id; for a still, its id followed by the first letters of its camera's id.
    package var id: String
    /// The content and the direction.
    package var kind: Kind
    /// The name under which the file is, or will be, stored.
    package var name: String
    /// The node id of the other side: a still's camera, a received file's sender, or a sent file's receiver.
    package var peer: String
    /// The current phase.
    package var phase: Phase
    /// Bytes that have arrived.
    @Within<Bounds.Bytes, Int> package var bytes: Int
    /// The file's size in bytes.
    @Within<Bounds.Bytes, Int> package var total: Int
    /// SHA-256 of the file, in hexadecimal; empty while a movie of a recording has not been made.
    package var sha256: String
    /// When the frame that a still shows was captured: nanoseconds since 1970, UTC; nil for files, and for stills that an earlier
    /// version fetched.
    @WithinIfPresent<Bounds.UTC, Int64> package var shownAt: Int64?
    /// Milliseconds from the announcement until the file had its final name; nil before.
    package var milliseconds: Double?
    /// The file's absolute path on the node; nil until complete, and for all but the owner and `admin`.
    package var path: String?
    /// The recording that is sent as a movie; nil for files and stills.
    package var recording: String?
    /// The first frame of the movie, if the recording's format changes: each format is a movie; nil for the whole recording.
    package var begin: SeenFrame?
    /// Why it failed, was refused or is suspended.
    package var problem: String?

    /// A transfer of which no bytes have arrived.
    package init(id: String, kind: Kind, name: String, peer: String, total: Int, sha256: String) {
        (self.id, self.kind, self.name, self.peer) = (id, kind, name, peer)
        (self.total, self.sha256) = (total, sha256)
        (phase, bytes) = (.transferring, 0)
    }
}
