// SPDX-License-Identifier: Apache-2.0

/// The time code of a movie: the time of day in UTC of its first shown frame, counted in frames.
///
/// A second of time code has a whole number of frames, the nearest to the rate, and no number is dropped. At 29.97 frames a second
/// it therefore falls behind the clock by 3.6 s an hour. Below one frame a second it counts seconds.
package struct Timecode: Equatable, Sendable {
    /// How a time code counts in one timescale.
    struct Rate: Equatable {
        /// The number of frames in a second of time code, 1...255.
        let frames: Int64
        /// The length of a frame.
        let interval: Int64
    }

    private let utc: Int64
    private let interval: Int64

    /// The time code of a frame.
    ///
    /// - Parameters:
    ///   - utc: when it was captured, in nanoseconds since 1970.
    ///   - interval: the nominal time between two frames, in ticks.
    package init(utc: Int64, interval: Int64) {
        (self.utc, self.interval) = (utc, interval)
    }

    /// The rate in a timescale; nil if more than 255 frames a second cannot be counted.
    func rate(_ timescale: Int64) -> Rate? {
        // The interval may come from another machine.
        let interval = min(max(1, Tick.units(self.interval, in: timescale)), 1 << 40)
        let frames = max(1, (2 * timescale + interval) / (2 * interval))
        guard frames <= 255 else { return nil }
        // A rate of 1000/1001 of a whole number is counted like the whole number; any other one is rounded.
        let isNear = abs(frames * interval - timescale) <= timescale / 200
        return Rate(frames: frames, interval: isNear ? interval : (2 * timescale + frames) / (2 * frames))
    }

    /// The time code as text, `HH:MM:SS:FF`; nil without a rate.
    func text(_ timescale: Int64) -> String? {
        guard let rate = rate(timescale) else { return nil }
        let (seconds, frame) = count(at: rate).flooredDivision(by: rate.frames)
        let digits = rate.frames > 100 ? 3 : 2
        return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.padded(to: 2) }.joined(separator: ":")
            + ":" + frame.padded(to: digits)
    }

    /// The number of frames since midnight.
    func count(at rate: Rate) -> Int64 {
        let day = utc.flooredDivision(by: 86_400_000_000_000).remainder
        let (seconds, rest) = day.flooredDivision(by: 1_000_000_000)
        return seconds * rate.frames + rest * rate.frames / 1_000_000_000
    }
}
