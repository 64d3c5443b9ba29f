// SPDX-License-Identifier: Apache-2.0

/// Where a still is stored.
package enum SavePreference: String, Codable, Sendable, CaseIterable {
    /// On the camera only.
    case camera
    /// On the recorders only: the camera deletes its own once all recipients have it.
    case recorder
    /// On both.
    case both
}

/// A press of the button: the body of `POST /v1/stills`.
package struct StillRequest: Codable, Sendable, Equatable {
    /// When the button was pressed, on the camera's monotonic clock in nanoseconds, at most a minute ahead of it; nil
    /// means on arrival.
    package var pressedAt: Int64?
    /// How wrong `pressedAt` may be, in nanoseconds, up to a minute.
    package var pressUncertainty: Int64?
    /// Seconds to count down first, 0 to 3,600.
    package var timerSeconds: Int
    /// How many stills, 1 to 10,000.
    package var count: Int
    /// The interval between two stills in milliseconds, 0 to 86,400,000.
    package var everyMilliseconds: Int
    /// Where to store them.
    package var save: SavePreference
    /// The recorders that get them, by name or id; if empty, the only one that is paired.
    package var recipients: [String]
    /// Their file format.
    package var format: StillFormat
    /// The frame that the user saw, instead of `pressedAt`; the nearest one if neither the ring nor the footage has it any more.
    package var seen: SeenFrame?
    /// The moment to show, instead of `pressedAt`: nanoseconds since 1970, UTC, as in `shownAt`.
    ///
    /// The ring or the footage must have a frame of it.
    package var at: Int64?
    /// How far the picture may be from the press, in nanoseconds, up to a minute; nil means any distance.
    ///
    /// If none is nearer, there is no still.
    package var tolerance: Int64?
    /// What to do with the press while the shutter is busy.
    package var whenBusy: BusyPolicy
    /// A control that has another value for each still; `count` must be the number of its values.
    package var bracket: Bracket?

    /// One still, now, on the camera.
    package init(
        pressedAt: Int64? = nil, pressUncertainty: Int64? = nil, timerSeconds: Int = 0, count: Int = 1,
        everyMilliseconds: Int = 0, save: SavePreference = .camera, recipients: [String] = [],
        format: StillFormat = .jpeg, seen: SeenFrame? = nil, whenBusy: BusyPolicy = .queue,
        bracket: Bracket? = nil, at: Int64? = nil, tolerance: Int64? = nil
    ) {
        (self.pressedAt, self.pressUncertainty, self.timerSeconds) = (pressedAt, pressUncertainty, timerSeconds)
        (self.count, self.everyMilliseconds, self.save) = (count, everyMilliseconds, save)
        (self.recipients, self.format, self.at) = (recipients, format, at)
        (self.seen, self.whenBusy, self.bracket, self.tolerance) = (seen, whenBusy, bracket, tolerance)
    }

    /// The least interval of a series that resumes, in milliseconds; a faster one would be over before.
    private static let slow = 1_000

    /// Whether it is a series that the camera resumes by itself after a restart.
    package var resumes: Bool { count > 1 && everyMilliseconds >= Self.slow }

    /// Whether it is a series or has a timer, so that stills follow after the response.
    package var goesOn: Bool { count > 1 || timerSeconds > 0 }
}

extension StillRequest {
    /// Reads a request; a missing field has its default, so that `{}` is one still, now.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            pressedAt: try fields.decodeIfPresent(Within<Bounds.Monotonic, Int64>.self, forKey: .pressedAt)?
                .wrappedValue,
            pressUncertainty: try fields.decodeIfPresent(
                Within<Bounds.PressUncertainty, Int64>.self, forKey: .pressUncertainty)?.wrappedValue,
            timerSeconds: try fields.decodeIfPresent(Within<Bounds.Timer, Int>.self, forKey: .timerSeconds)?
                .wrappedValue ?? 0,
            count: try fields.decodeIfPresent(Within<Bounds.Press, Int>.self, forKey: .count)?.wrappedValue ?? 1,
            everyMilliseconds: try fields.decodeIfPresent(
                Within<Bounds.Pause, Int>.self, forKey: .everyMilliseconds)?.wrappedValue ?? 0,
            save: try fields.decodeIfPresent(SavePreference.self, forKey: .save) ?? .camera,
            recipients: try fields.decodeIfPresent([String].self, forKey: .recipients) ?? [],
            format: try fields.decodeIfPresent(StillFormat.self, forKey: .format) ?? .jpeg,
            seen: try fields.decodeIfPresent(SeenFrame.self, forKey: .seen),
            whenBusy: try fields.decodeIfPresent(BusyPolicy.self, forKey: .whenBusy) ?? .queue,
            bracket: try fields.decodeIfPresent(Bracket.self, forKey: .bracket),
            at: try fields.decodeIfPresent(Within<Bounds.UTC, Int64>.self, forKey: .at)?.wrappedValue,
            tolerance: try fields.decodeIfPresent(
                Within<Bounds.PressUncertainty, Int64>.self, forKey: .tolerance)?.wrappedValue)
    }
}
