// SPDX-License-Identifier: Apache-2.0

/// When a recording has footage, how it was received, and what is missing: `GET /v1/recordings/{id}/timeline`.
///
/// Moments are nanoseconds since 1970, UTC.
package struct FootageTimeline: Codable, Sendable, Equatable {
    /// How the recorder received footage.
    package enum Origin: String, Codable, Sendable {
        /// Over the live lane.
        case live
        /// Fetched from the camera's spool afterwards.
        case backfilled
        /// Over the live lane, and never announced, because the camera is gone.
        case unconfirmed
    }

    /// Consecutive fragments of one format that were received in one way.
    package struct Part: Codable, Sendable, Equatable {
        /// When the first frame was captured.
        @Within<Bounds.UTC, Int64> package var from: Int64
        /// When the last frame was captured.
        @Within<Bounds.UTC, Int64> package var to: Int64
        /// `from` by the recorder's clock, which all of its cameras share; nil if the two clocks were never compared.
        @WithinIfPresent<Bounds.UTC, Int64> package var recorderFrom: Int64?
        /// `to` by the recorder's clock.
        @WithinIfPresent<Bounds.UTC, Int64> package var recorderTo: Int64?
        /// How most of it was received.
        package var origin: Origin
        /// The camera's epoch.
        @Within<Bounds.Sequence, Int> package var epoch: Int
        /// The first frame's tick.
        @Within<Bounds.Ticks, Int64> package var firstTick: Int64
        /// The last frame's tick.
        @Within<Bounds.Ticks, Int64> package var lastTick: Int64
        /// The number of frames.
        @Within<Bounds.Count, Int> package var frames: Int
        /// The size in bytes.
        @Within<Bounds.Bytes, Int64> package var bytes: Int64
        /// SHA-256 of the init segment, in hexadecimal; a movie of a range with two formats is refused.
        package var format: String
        /// `h264` or `jpeg`.
        package var codec: String
        /// The picture's width in pixels.
        @Within<Bounds.Pixels, Int> package var width: Int
        /// The picture's height in pixels.
        @Within<Bounds.Pixels, Int> package var height: Int

        /// Describes a part.
        package init(
            from: Int64, to: Int64, recorderFrom: Int64? = nil, recorderTo: Int64? = nil, origin: Origin, epoch: Int,
            firstTick: Int64, lastTick: Int64, frames: Int, bytes: Int64, format: String, codec: String, width: Int,
            height: Int
        ) {
            (self.from, self.to, self.origin, self.epoch) = (from, to, origin, epoch)
            (self.recorderFrom, self.recorderTo) = (recorderFrom, recorderTo)
            (self.firstTick, self.lastTick, self.frames, self.bytes) = (firstTick, lastTick, frames, bytes)
            (self.format, self.codec, self.width, self.height) = (format, codec, width, height)
        }
    }

    /// Frames that are missing, or the time between the last frame of an epoch and the first of the next.
    package struct Hole: Codable, Sendable, Equatable {
        /// When it begins.
        @Within<Bounds.UTC, Int64> package var from: Int64
        /// When it ends.
        @Within<Bounds.UTC, Int64> package var to: Int64
        /// The reason of the gap.
        package var reason: String
        /// The number of frames; 0 if only time passed.
        @Within<Bounds.Count, Int> package var frames: Int
        /// Whether an unknown number of further frames may be lost, because the camera was killed or the catalog was lost.
        package var isUncounted: Bool?

        /// Describes a hole.
        package init(from: Int64, to: Int64, reason: String, frames: Int, isUncounted: Bool? = nil) {
            (self.from, self.to, self.reason, self.frames) = (from, to, reason, frames)
            self.isUncounted = isUncounted
        }
    }

    /// The recording's id.
    package var id: String
    /// The camera's node id.
    package var camera: String
    /// The camera's name.
    package var cameraName: String
    /// The footage, in the order of capture.
    package var parts: [Part]
    /// The gaps, in the order of time.
    package var gaps: [Hole]

    /// Describes a recording's footage.
    package init(id: String, camera: String, cameraName: String, parts: [Part], gaps: [Hole]) {
        (self.id, self.camera, self.cameraName, self.parts, self.gaps) = (id, camera, cameraName, parts, gaps)
    }
}
