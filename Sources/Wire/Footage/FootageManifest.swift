// SPDX-License-Identifier: Apache-2.0

/// The content of a camera's spool: the answer of `GET /v1/footage/manifest`.
package struct FootageManifest: Codable, Sendable, Equatable {
    /// The fragments, by epoch and sequence.
    package var fragments: [FragmentAnnouncement]
    /// The epochs of the fragments, and the requested epoch, if the camera has footage of it.
    package var epochs: [EpochDescription]
    /// The current state of the capture.
    package var capture: CaptureState
    /// Whether there are more: request those after the last one.
    package var more: Bool

    /// Puts the fragments, their epochs and the capture together.
    package init(
        fragments: [FragmentAnnouncement], epochs: [EpochDescription], capture: CaptureState, more: Bool
    ) {
        (self.fragments, self.epochs, self.capture, self.more) = (fragments, epochs, capture, more)
    }
}

/// A recorder's report that fragments are synced and in its catalog: the body of `POST /v1/footage/acks`.
///
/// Acknowledgements are cumulative, so that a lost one does no harm.
package struct FootageAcknowledgement: Codable, Sendable, Equatable {
    /// The epoch of the last fragment.
    @Within<Bounds.Sequence, Int> package var epoch: Int
    /// The last fragment: it and all before it, of this epoch and earlier ones, are persisted or known to be lost, and need not be
    /// held for this recorder.
    @Within<Bounds.Sequence, Int> package var through: Int
    /// Whether the recording is complete: its hold ends.
    package var isFinal: Bool
    /// The recording that the fragments were stored for; nil from recorders that keep no accounts.
    package var recording: String?
    /// The id of the epoch; it takes precedence over `epoch`.
    package var epochID: String?
    /// The live session that brought them; it ends after 15 s without an acknowledgement.
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
