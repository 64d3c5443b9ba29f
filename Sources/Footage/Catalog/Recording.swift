// SPDX-License-Identifier: Apache-2.0
package import Media

/// What one camera delivered between a start and a stop, possibly over several epochs.
package struct Recording: Hashable, Codable, Sendable, Identifiable {
    /// Whether more footage is expected.
    package enum State: String, Codable, Sendable {
        /// More footage may come.
        case recording
        /// It has been stopped, and what the camera holds of it is still awaited.
        case stopping
        /// The recording is over; late fragments may still come.
        case stopped
    }

    /// The recording's name: 1 to 64 letters, digits, dots, hyphens and underscores, not starting with a dot.
    package let id: String
    /// The node id of the camera.
    package let camera: String
    /// What people call the camera; names the folder on disk.
    package var cameraName: String
    /// How the live lane travels, for people.
    package var transport: String
    /// How the frames are encoded, once known.
    package var codec: Codec?
    /// When it started, in nanoseconds since 1970 UTC.
    package let startedAt: Int64
    /// When it stopped, in nanoseconds since 1970 UTC.
    package var stoppedAt: Int64?
    /// Whether it is still going on.
    package var state: State
    /// Whether no policy may delete of it.
    package var isLocked: Bool
    /// Where it begins, once the camera has said so; nil in recordings without accounts.
    package var begin: RecordingEdge?
    /// Where it ends, once it was stopped.
    package var end: RecordingEdge?

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
