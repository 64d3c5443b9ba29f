// SPDX-License-Identifier: Apache-2.0

/// What a camera's spool holds: the answer of `GET /v1/footage/manifest`.
package struct FootageManifest: Codable, Sendable, Equatable {
    /// The fragments, by epoch and sequence.
    package var fragments: [FragmentAnnouncement]
    /// The epochs that the fragments are of, and the one that was asked for, if the camera has had it.
    package var epochs: [EpochDescription]
    /// The capture as it is now.
    package var capture: CaptureState
    /// Whether there are more than were asked for: ask again from behind the last one.
    package var more: Bool

    /// Puts the fragments, their epochs and the capture together.
    package init(
        fragments: [FragmentAnnouncement], epochs: [EpochDescription], capture: CaptureState, more: Bool
    ) {
        (self.fragments, self.epochs, self.capture, self.more) = (fragments, epochs, capture, more)
    }
}

/// A recorder's word that fragments are synced and in its catalog: the body of `POST /v1/footage/acks`.
///
/// It adds up: each one says all, so that one that is lost is no loss.
package struct FootageAcknowledgement: Codable, Sendable, Equatable {
    /// The epoch of the last fragment.
    @Within<Bounds.Sequence, Int> package var epoch: Int
    /// The last fragment: it and all before it, of this epoch and earlier ones, are persisted or known to be gone, and
    /// need not be held for this recorder.
    @Within<Bounds.Sequence, Int> package var through: Int
    /// Whether the recording is whole: nothing is held for it any more.
    package var isFinal: Bool
    /// The recording that the fragments were stored for; nil from recorders that keep no accounts.
    package var recording: String?
    /// The id of the epoch: it wins over `epoch`.
    package var epochID: String?
    /// The live session over which they came: it ends when nothing is acknowledged for 15 s.
    package var session: String?

    /// Acknowledges all fragments up to one.
    package init(
        epoch: Int, through: Int, isFinal: Bool = false, session: String? = nil, recording: String? = nil,
        epochID: String? = nil
    ) {
        (self.epoch, self.through, self.isFinal, self.session) = (epoch, through, isFinal, session)
        (self.recording, self.epochID) = (recording, epochID)
    }
}
