// SPDX-License-Identifier: Apache-2.0

/// A request to record a camera: the body of `POST /v1/recordings`.
package struct RecordingRequest: Codable, Sendable, Equatable {
    /// The camera's node id, name or address; nil if the recorder has exactly one.
    package var camera: String?
    /// How live video is sent; nil for the recorder's default.
    package var transport: Transport?
    /// The jitter budget in milliseconds, 10 to 10,000; nil for the recorder's default.
    @WithinIfPresent<Bounds.Latency, Int> package var latencyMilliseconds: Int?
    /// How much of the footage in the camera's spool belongs to the recording, in milliseconds, 0 to 3,600,000.
    ///
    /// The recording begins at the first key frame of that time, and not before the camera's present epoch.
    @WithinIfPresent<Bounds.Before, Int> package var beforeMilliseconds: Int?
    /// The press, on the recorder's monotonic clock in nanoseconds, at most a minute in the future; nil for the arrival.
    ///
    /// A press that arrives late begins the recording as if it had arrived at once, as far as the camera's spool reaches.
    @WithinIfPresent<Bounds.Monotonic, Int64> package var pressedAt: Int64?

    /// Requests a recording.
    package init(
        camera: String? = nil, transport: Transport? = nil, latencyMilliseconds: Int? = nil,
        beforeMilliseconds: Int? = nil, pressedAt: Int64? = nil
    ) {
        (self.camera, self.transport, self.latencyMilliseconds) = (camera, transport, latencyMilliseconds)
        (self.beforeMilliseconds, self.pressedAt) = (beforeMilliseconds, pressedAt)
    }
}

/// A change to a recording: the body of `PATCH /v1/recordings/{id}`.
package struct RecordingChange: Codable, Sendable, Equatable {
    /// `stopped` stops it at the end of the fragment in progress; no other state is accepted.
    package var state: RecordingDescription.State?
    /// Whether it is protected from the deletion of old footage.
    package var isLocked: Bool?

    /// Requests the changes that are not nil.
    package init(state: RecordingDescription.State? = nil, isLocked: Bool? = nil) {
        (self.state, self.isLocked) = (state, isLocked)
    }
}

/// One recording of one camera.
package struct RecordingDescription: Codable, Sendable, Equatable {
    /// The states of a recording.
    package enum State: String, Codable, Sendable {
        /// It waits for the camera, or for its first key frame.
        case waiting
        /// Fragments arrive.
        case recording
        /// It ends with the fragment in progress.
        case stopping
        /// It has ended.
        case stopped
        /// It was deleted, with its footage: only an event says so.
        case deleted
    }

    /// The recording's id; sorts by time.
    package var id: String
    /// The camera's node id.
    package var camera: String
    /// The camera's name.
    package var cameraName: String
    /// How live video is sent.
    package var transport: Transport
    /// Its state.
    package var state: State
    /// Why it does not grow although it should; nil if it does.
    package var trouble: String?
    /// Why it has no live video although it should, or a late one; nil if it is on time.
    package var liveTrouble: String?
    /// When this recorder revoked the camera of the running recording, in seconds since 1970 UTC; nil if it has not.
    @WithinIfPresent<Bounds.UTCSeconds, Int64> package var cameraRevokedAt: Int64?
    /// The quality of live video in the last second; nil without live video.
    package var live: LiveStatistics?
    /// The backlog on the camera; nil for none.
    package var backlog: Backlog?
    /// Whether it is protected from the deletion of old footage.
    package var isLocked: Bool
    /// When it was started: nanoseconds since 1970, UTC.
    @Within<Bounds.UTC, Int64> package var startedAt: Int64
    /// When its first frame was captured, which may be before its start; nil before the first fragment.
    @WithinIfPresent<Bounds.UTC, Int64> package var capturedFrom: Int64?
    /// When it was stopped.
    @WithinIfPresent<Bounds.UTC, Int64> package var stoppedAt: Int64?
    /// `h264` or `jpeg`, of the newest picture; nil before the first fragment.
    package var codec: String?
    /// The newest picture's width in pixels; nil before the first fragment.
    @WithinIfPresent<Bounds.Pixels, Int> package var width: Int?
    /// The newest picture's height in pixels; nil before the first fragment.
    @WithinIfPresent<Bounds.Pixels, Int> package var height: Int?
    /// All formats of its pictures in their order, such as `h264 1280x720`; nil if it has only one.
    package var formats: [String]?
    /// Its length in nanoseconds of media time.
    @Within<Bounds.Duration, Int64> package var duration: Int64
    /// Its size in bytes.
    @Within<Bounds.Bytes, Int64> package var bytes: Int64
    /// The frames at each stage.
    package var frames: FrameCounters
    /// The stored frames that were deleted from its start to make room; nil for none.
    @WithinIfPresent<Bounds.Total, Int> package var deletedFrames: Int?
    /// The gaps, with their reasons.
    package var gaps: [GapDescription]
    /// How much footage from before its start belongs to it, in nanoseconds; only in the answer to the start.
    @WithinIfPresent<Bounds.Duration, Int64> package var reach: Int64?
    /// The absolute paths of its segments on the recorder, in order; none in `/v1/state` and in events.
    package var segments: [String]

    /// Describes a recording without footage.
    package init(id: String, camera: String, cameraName: String, transport: Transport, state: State, startedAt: Int64) {
        (self.id, self.camera, self.cameraName) = (id, camera, cameraName)
        (self.transport, self.state, self.startedAt) = (transport, state, startedAt)
        (duration, bytes, frames, gaps, segments, isLocked) = (0, 0, FrameCounters(), [], [], false)
    }
}
