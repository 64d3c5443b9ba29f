// SPDX-License-Identifier: Apache-2.0
package import Media

/// The footage of one camera between a start and a stop, possibly over several epochs.
package struct Recording: Hashable, Codable, Sendable, Identifiable {
    /// The states of a recording.
    package enum State: String, Codable, Sendable {
        /// More footage may come.
        case recording
        /// It was stopped, but footage that the camera holds for it is still expected.
        case stopping
        /// It has ended; late fragments may still come.
        case stopped
    }

    /// The recording's id: 1 to 64 letters, digits, dots, hyphens and underscores, not starting with a dot.
    package let id: String
    /// The node id of the camera.
    package let camera: String
    /// The camera's name, which names the folder on disk.
    package var cameraName: String
    /// The transport of the live lane, as shown to users.
    package var transport: String
    /// How the frames are encoded, once known.
    package var codec: Codec?
    /// When it started, in nanoseconds since 1970 UTC.
    package let startedAt: Int64
    /// When it stopped, in nanoseconds since 1970 UTC.
    package var stoppedAt: Int64?
    /// The state of the recording.
    package var state: State
    /// Whether it is protected from all policies that delete footage.
    package var isLocked: Bool
    /// What is known of the moment of its stop; nil before, and if an earlier version stopped it.
    package var stop: RecordingStop?
    /// Where it begins, once the camera has reported it; nil in recordings without accounts.
    package var begin: RecordingEdge?
    /// Where it ends, once it was stopped.
    package var end: RecordingEdge?
    /// The stored frames that were deleted from its start, so that it begins behind them.
    package var deletedFrames = 0

    /// The place up to which its footage was deleted to make room; nil if it still begins where it was started.
    var deletedThrough: RecordingEdge? { deletedFrames > 0 ? begin : nil }

    /// A recording.
    package init(
        id: String,
        camera: String,
        cameraName: String,
        transport: String,
        codec: Codec? = nil,
        startedAt: Int64,
        stoppedAt: Int64? = nil,
        state: State = .recording,
        isLocked: Bool = false
    ) {
        self.id = id
        self.camera = camera
        self.cameraName = cameraName
        self.transport = transport
        self.codec = codec
        self.startedAt = startedAt
        self.stoppedAt = stoppedAt
        self.state = state
        self.isLocked = isLocked
    }
}
