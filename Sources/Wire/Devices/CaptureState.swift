// SPDX-License-Identifier: Apache-2.0

/// The state of a camera's capture.
package struct CaptureState: Codable, Sendable, Equatable {
    /// The phases of a capture.
    package enum Phase: String, Codable, Sendable {
        /// The pipeline starts or restarts.
        case starting
        /// Frames are encoded.
        case running
        /// The pipeline failed, and the camera will start it again.
        case failed
        /// The camera was told to stop.
        case stopped
    }

    /// The current phase.
    package var phase: Phase
    /// The name of the pipeline file.
    package var pipeline: String
    /// The epoch that runs or ran last; 0 before the first.
    @Within<Bounds.Epoch, Int> package var epoch: Int
    /// The id of that epoch; nil before the first, and from cameras that keep no accounts.
    package var epochID: String?
    /// `h264` or `jpeg`; nil before the first frame.
    package var codec: String?
    /// The picture's width in pixels; nil before the first frame.
    @WithinIfPresent<Bounds.Pixels, Int> package var width: Int?
    /// The picture's height in pixels; nil before the first frame.
    @WithinIfPresent<Bounds.Pixels, Int> package var height: Int?
    /// The nominal interval between frames in ticks of 1/90,000 s; nil before the first frame.
    @WithinIfPresent<Bounds.Interval, Int64> package var nominalInterval: Int64?
    /// The sequence number of the fragment in progress.
    @Within<Bounds.Sequence, Int> package var openSequence: Int
    /// UTC (nanoseconds since 1970) at tick 0 of the epoch's media clock.
    @Within<Bounds.UTC, Int64> package var utcAtTickZero: Int64
    /// How wrong `utcAtTickZero` may be, in nanoseconds.
    @Within<Bounds.Duration, Int64> package var uncertainty: Int64
    /// The clock of a camera on the network; nil for all others, and before its first report.
    package var sourceClock: SourceClock?
    /// Why the epoch began: `camera-restarted`, `pipeline-changed` or `capture-failed`.
    package var began: String
    /// Why it failed, in words.
    package var reason: String?
    /// The pipeline that the camera left because it failed, for the one before it; nil for none, and once another pipeline gives
    /// pictures.
    package var returnedFrom: PipelineReturn?

    /// The longest time that a running capture may give no frame, in seconds: ten of its intervals, and at least 5.
    ///
    /// A camera that captures one picture a minute is not silent.
    package var longestSilence: Int {
        max(5, Int((nominalInterval ?? 0) / 9_000))
    }

    /// How late pictures are at least that are worth a warning, in nanoseconds.
    ///
    /// An encoder that looks 2 s ahead, and a queue of 2 s that empties, are not.
    package static let leastLateness: Int64 = 3_000_000_000

    /// How late the pictures of a running capture may come, in nanoseconds: ten of its intervals, and at least `leastLateness`.
    package var longestLateness: Int64 {
        max(Self.leastLateness, (nominalInterval ?? 0) * 1_000_000 / 9)
    }

    /// That pictures come late, in words.
    package static func words(lateness: Int64) -> String {
        "its pictures come \(lateness / 1_000_000_000) s late: the camera or the network is too slow for their size and rate"
    }

    /// A capture that has not begun.
    package init(pipeline: String) {
        phase = .starting
        self.pipeline = pipeline
        began = "camera-restarted"
        (epoch, openSequence, utcAtTickZero, uncertainty) = (0, 0, 0, 0)
    }
}
