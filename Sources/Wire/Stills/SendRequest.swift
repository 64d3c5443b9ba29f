// SPDX-License-Identifier: Apache-2.0

/// Files that a node is to send to a peer: the body of `POST /v1/sends`.
package struct SendRequest: Codable, Sendable, Equatable {
    /// The most files in one request.
    package static let limit = 256

    /// Ids of stills on a camera, of files that a node has received, and of ended recordings, which are sent as movies.
    package var files: [String]
    /// The node id of the peer.
    package var to: String

    /// Requests the sending of files.
    package init(files: [String], to peer: String) {
        (self.files, to) = (files, peer)
    }
}

/// Pauses or resumes the sending of a file: the body of `PATCH /v1/sends/{id}`.
package struct SendChange: Codable, Sendable, Equatable {
    /// True pauses it; false resumes it if it was paused, and retries it if it failed.
    package var isPaused: Bool

    /// Pauses or resumes.
    package init(isPaused: Bool) {
        self.isPaused = isPaused
    }
}
