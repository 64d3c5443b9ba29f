// SPDX-License-Identifier: Apache-2.0

/// A still of one moment by each of several cameras: the body of `POST /v1/moments` of a recorder.
///
/// With a timer or a count it is the body of `POST /v1/moments/series`.
package struct MomentRequest: Codable, Sendable, Equatable {
    /// The cameras, by name or id; all of the recorder if it is empty.
    package var cameras: [String]
    /// The moment on the recorder's monotonic clock in nanoseconds, at most a minute ahead of it; nil means on arrival, or 0.3 s later
    /// if one of the cameras keeps no pictures of the past.
    package var pressedAt: Int64?
    /// How wrong `pressedAt` may be, in nanoseconds, up to a minute.
    package var pressUncertainty: Int64?
    /// How far ahead a moment is that nobody names, in nanoseconds, unless each camera keeps pictures of the past: each has its request
    /// before it.
    package static let ahead: Int64 = 300_000_000

    /// Where to store the stills: on the recorder, or on both.
    package var save: SavePreference
    /// Their file format.
    package var format: StillFormat
    /// Seconds that all cameras count down first, 0 to 3,600.
    package var timerSeconds: Int
    /// How many moments, 1 to 10,000.
    package var count: Int
    /// The interval between two moments in milliseconds, 1 to 86,400,000; 0 for a single one.
    package var everyMilliseconds: Int

    /// One still of each camera, now.
    package init(
        cameras: [String] = [], pressedAt: Int64? = nil, pressUncertainty: Int64? = nil, save: SavePreference = .both,
        format: StillFormat = .jpeg, timerSeconds: Int = 0, count: Int = 1, everyMilliseconds: Int = 0
    ) {
        (self.cameras, self.pressedAt, self.pressUncertainty) = (cameras, pressedAt, pressUncertainty)
        (self.save, self.format) = (save, format)
        (self.timerSeconds, self.count, self.everyMilliseconds) = (timerSeconds, count, everyMilliseconds)
    }

    /// Whether it is more than one still of each camera, or one that is counted down to.
    package var isSeries: Bool { count > 1 || timerSeconds > 0 }

    /// The first moment, from that of the press on the same clock in nanoseconds.
    package func start(pressedAt: Int64) -> Int64 { pressedAt + Int64(timerSeconds) * 1_000_000_000 }

    /// How far a still may be from its moment, in nanoseconds; what is further away shows another moment.
    package static let tolerance: Int64 = 1_000_000_000

    /// The request to a camera, with the moment on the same clock.
    ///
    /// A series skips the moments of which a camera has no picture.
    package func stills(pressedAt: Int64, save: SavePreference? = nil) -> StillRequest {
        StillRequest(
            pressedAt: pressedAt, pressUncertainty: pressUncertainty, timerSeconds: timerSeconds, count: count,
            everyMilliseconds: everyMilliseconds, save: save ?? self.save, format: format,
            tolerance: isSeries ? nil : Self.tolerance)
    }
}

extension MomentRequest {
    /// Reads a request; a missing field has its default, so that `{}` is one still of each camera, now.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            cameras: try fields.decodeIfPresent([String].self, forKey: .cameras) ?? [],
            pressedAt: try fields.decodeIfPresent(Within<Bounds.Monotonic, Int64>.self, forKey: .pressedAt)?
                .wrappedValue,
            pressUncertainty: try fields.decodeIfPresent(
                Within<Bounds.PressUncertainty, Int64>.self, forKey: .pressUncertainty)?.wrappedValue,
            save: try fields.decodeIfPresent(SavePreference.self, forKey: .save) ?? .both,
            format: try fields.decodeIfPresent(StillFormat.self, forKey: .format) ?? .jpeg,
            timerSeconds: try fields.decodeIfPresent(Within<Bounds.Timer, Int>.self, forKey: .timerSeconds)?
                .wrappedValue ?? 0,
            count: try fields.decodeIfPresent(Within<Bounds.Press, Int>.self, forKey: .count)?.wrappedValue ?? 1,
            everyMilliseconds: try fields.decodeIfPresent(
                Within<Bounds.Pause, Int>.self, forKey: .everyMilliseconds)?.wrappedValue ?? 0)
    }
}
