// SPDX-License-Identifier: Apache-2.0

/// Files of a node that it is to hand to a peer: the body of `POST /v1/sends`.
package struct SendRequest: Codable, Sendable, Equatable {
    /// As many files may be asked for at once.
    package static let limit = 256

    /// Ids of stills that are on a camera, of files that a node has received, and of recordings that are over, of which movies
    /// are made.
    package var files: [String]
    /// The node id of the peer.
    package var to: String

    /// Asks for files to be sent.
    package init(files: [String], to peer: String) {
        (self.files, to) = (files, peer)
    }
}

/// Whether a file is to wait: the body of `PATCH /v1/sends/{id}`.
package struct SendChange: Codable, Sendable, Equatable {
    /// Whether it waits; false goes on with what was paused, and tries again what has failed.
    package var isPaused: Bool

    /// Pauses, or goes on.
    package init(isPaused: Bool) {
        self.isPaused = isPaused
    }
}
