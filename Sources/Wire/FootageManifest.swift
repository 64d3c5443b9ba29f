// SPDX-License-Identifier: Apache-2.0

/// What a camera's spool holds: the answer of `GET /v1/footage/manifest`.
package struct FootageManifest: Codable, Sendable, Equatable {
    /// The fragments, by epoch and sequence.
    package var fragments: [FragmentAnnouncement]
    /// The capture as it is now.
    package var capture: CaptureState
    /// Whether there are more than were asked for: ask again from behind the last one.
    package var more: Bool

    /// Pairs the fragments with the capture.
    package init(fragments: [FragmentAnnouncement], capture: CaptureState, more: Bool) {
        (self.fragments, self.capture, self.more) = (fragments, capture, more)
    }
}

/// A recorder's word that fragments are synced and in its catalog: the body of `POST /v1/footage/acks`.
package struct FootageAcknowledgement: Codable, Sendable, Equatable {
    /// The recorder's node id.
    package var recorder: String
    /// The epoch of the fragments.
    package var epoch: Int
    /// The sequence numbers that are persisted.
    package var sequences: [Int]
    /// The live session over which they came: it ends when nothing is acknowledged for 15 s.
    package var session: String?

    /// Acknowledges some fragments of an epoch.
    package init(recorder: String, epoch: Int, sequences: [Int], session: String?) {
        (self.recorder, self.epoch, self.sequences, self.session) = (recorder, epoch, sequences, session)
    }
}
