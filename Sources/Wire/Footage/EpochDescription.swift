// SPDX-License-Identifier: Apache-2.0
package import Media

/// A camera's account of one of its epochs: what it captured, how the epoch ended, and what its spool lost of it.
///
/// The camera stores one for each epoch in `HOME/epochs`, and sends all of them in `GET /v1/footage/accounts`. An epoch without
/// `captured` is of a camera that keeps no accounts, or is older than them.
package struct EpochDescription: Codable, Sendable, Equatable {
    /// How an epoch ended.
    package enum Ending: String, Codable, Sendable {
        /// It is still running.
        case running
        /// The camera closed its last fragment and counted all of its frames.
        case inOrder = "in-order"
        /// The camera's program or machine was killed: the number of frames captured after the last fragment is not known.
        case killed
    }

    /// The camera's number of the epoch.
    ///
    /// A camera whose home was restored may repeat a number; `id` never repeats.
    @Within<Bounds.Epoch, Int> package var epoch: Int
    /// Why it began: `camera-restarted`, `pipeline-changed` or `capture-failed`.
    package var began: String
    /// UTC (nanoseconds since 1970) at tick 0 of its media clock.
    @Within<Bounds.UTC, Int64> package var utcAtTickZero: Int64
    /// How wrong `utcAtTickZero` may be, in nanoseconds.
    @Within<Bounds.Duration, Int64> package var uncertainty: Int64
    /// A random number of 128 bits as 32 hexadecimal digits; nil from cameras that keep no accounts.
    package var id: String?
    /// The id of the epoch before it; nil for a camera's first.
    package var predecessor: String?
    /// How it ended.
    package var ended: Ending?
    /// The tick of its first frame; nil from earlier versions.
    @WithinIfPresent<Bounds.Ticks, Int64> package var firstTick: Int64?
    /// The number of its last fragment; 0 before the first.
    @WithinIfPresent<Bounds.Count, Int> package var lastSequence: Int?
    /// The tick of the last frame of that fragment.
    @WithinIfPresent<Bounds.Ticks, Int64> package var lastTick: Int64?
    /// The frames captured from its first key frame to the end of that fragment's window.
    @WithinIfPresent<Bounds.Count, Int> package var captured: Int?
    /// The time between two frames, in ticks.
    @WithinIfPresent<Bounds.Interval, Int64> package var nominalInterval: Int64?
    /// The most frames that may have been captured beyond `captured` before it was killed; nil if that is not known.
    @WithinIfPresent<Bounds.Count, Int> package var atMost: Int?
    /// The fragments that the spool no longer holds, in order of capture, as far as a recorder may still need to know of them.
    package var lost: [LostFootage]?
    /// Who made the camera; nil if unknown.
    package var make: String?
    /// The camera's model; nil if unknown.
    package var model: String?
    /// The rotation that shows its pictures upright: a word of the setting `camera.orientation`; nil for none.
    package var orientation: String?

    /// Describes an epoch of which only the clock is known; see the properties.
    package init(epoch: Int, began: String, utcAtTickZero: Int64, uncertainty: Int64) {
        (self.epoch, self.began, self.utcAtTickZero, self.uncertainty) = (epoch, began, utcAtTickZero, uncertainty)
    }
}

extension EpochDescription {
    /// The maximum length of make and model in characters.
    private static let textLimit = 64

    /// The device that captured the epoch.
    ///
    /// Reading cuts make and model, which another node may have chosen, and removes invisible characters. An unknown orientation
    /// counts as upright.
    package var device: CaptureDevice {
        get {
            CaptureDevice(
                make: Self.plain(make), model: Self.plain(model),
                orientation: orientation.flatMap(PictureOrientation.init(rawValue:)) ?? .upright)
        }
        set {
            (make, model) = (newValue.make, newValue.model)
            orientation = newValue.orientation == .upright ? nil : newValue.orientation.rawValue
        }
    }

    private static func plain(_ text: String?) -> String? {
        guard let text else { return nil }
        let scalars = text.unicodeScalars.lazy.filter(\.isVisible).prefix(textLimit)
        let plain = String(String.UnicodeScalarView(scalars))
        return plain.allSatisfy(\.isWhitespace) ? nil : plain
    }
}
