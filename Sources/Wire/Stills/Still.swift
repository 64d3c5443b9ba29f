// SPDX-License-Identifier: Apache-2.0

/// One photograph, with the moment of its request and the moment that it shows.
package struct Still: Codable, Sendable, Equatable {
    /// The sources of a picture.
    package enum Source: String, Codable, Sendable {
        /// The ring of raw frames: it held the frame nearest to the press at the request.
        case ring
        /// The first frame after the press: it was not captured yet at the request, or there is no ring.
        case nextFrame = "next-frame"
        /// The camera's own JPEG, unchanged.
        case hardwareJPEG = "hardware-jpeg"
        /// The recorded video: H.264 decoded at full size, or a picture of JPEG video, unchanged.
        case footage
    }

    /// The still's id; sorts by time.
    package var id: String
    /// The job that took it.
    package var job: String
    /// Its file name.
    package var name: String
    /// The camera's node id.
    package var camera: String
    /// The media type: `image/jpeg` or `image/png`.
    package var type: String
    /// The picture's width in pixels.
    @Within<Bounds.Pixels, Int> package var width: Int
    /// The picture's height in pixels.
    @Within<Bounds.Pixels, Int> package var height: Int
    /// The file's size in bytes.
    @Within<Bounds.Bytes, Int> package var bytes: Int
    /// SHA-256 of the file, in hexadecimal.
    package var sha256: String
    /// When the button was pressed, or the requested moment: nanoseconds since 1970, UTC.
    @Within<Bounds.UTC, Int64> package var askedAt: Int64
    /// When the frame that it shows was captured: nanoseconds since 1970, UTC.
    @Within<Bounds.UTC, Int64> package var shownAt: Int64
    /// The shown frame's tick in its epoch (1/90,000 s).
    @Within<Bounds.Ticks, Int64> package var tick: Int64
    /// The epoch of the shown frame.
    @Within<Bounds.Epoch, Int> package var epoch: Int
    /// `shownAt` minus `askedAt`, in nanoseconds.
    @Within<Bounds.Difference, Int64> package var skew: Int64
    /// How wrong the skew may be, in nanoseconds.
    @Within<Bounds.Duration, Int64> package var uncertainty: Int64
    /// Whether the press lay outside the ring, or neither it nor the footage has the frame that was seen, so that the nearest was
    /// taken.
    package var clamped: Bool
    /// The source of the picture.
    package var source: Source
    /// Where it is to be stored.
    package var save: SavePreference
    /// The ids of the recorders that get it; no other node does.
    package var recipients: [String]
    /// The ids of the recorders that have confirmed storing it; nil while none has.
    package var receivedBy: [String]?

    /// Describes a still; see the properties.
    package init(
        id: String, job: String, name: String, camera: String, type: String, width: Int, height: Int, bytes: Int,
        sha256: String, askedAt: Int64, shownAt: Int64, tick: Int64, epoch: Int, skew: Int64, uncertainty: Int64,
        clamped: Bool, source: Source, save: SavePreference, recipients: [String] = []
    ) {
        (self.id, self.job, self.name, self.camera, self.type) = (id, job, name, camera, type)
        (self.width, self.height, self.bytes, self.sha256) = (width, height, bytes, sha256)
        (self.askedAt, self.shownAt, self.tick, self.epoch) = (askedAt, shownAt, tick, epoch)
        (self.skew, self.uncertainty, self.clamped) = (skew, uncertainty, clamped)
        (self.source, self.save, self.recipients) = (source, save, recipients)
    }
}

extension Still {
    /// Whether it is for this recorder.
    package func isFor(_ node: String) -> Bool {
        delivery.isFor(node)
    }

    /// Whether the camera waits for this recorder to confirm that it has stored the still.
    package func needsReceipt(from node: String) -> Bool {
        isFor(node) && receivedBy?.contains(node) != true
    }

    /// Whether a recorder that gets it has not confirmed yet that it has stored it.
    package var isAwaited: Bool {
        save != .camera && (receivedBy == nil || recipients.contains { needsReceipt(from: $0) })
    }
}
