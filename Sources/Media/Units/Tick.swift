// SPDX-License-Identifier: Apache-2.0

/// A moment on a camera's monotonic media clock, in ticks of 1/90000 s: the identity of a frame.
///
/// Ticks arrive from other machines, so arithmetic saturates at the ends of the range and never traps.
package struct Tick: RawRepresentable, Hashable, Codable, Sendable {
    /// The number of ticks since the clock's origin.
    package var rawValue: Int64

    /// The number of ticks in a second.
    package static let perSecond: Int64 = 90_000

    /// The tick with this number.
    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The tick nearest to a time in nanoseconds since the clock's origin.
    package init(nanoseconds: Int64) {
        let (seconds, rest) = nanoseconds.flooredDivision(by: 1_000_000_000)
        rawValue = seconds * Self.perSecond + (rest * 9 + 50_000) / 100_000
    }

    /// The time since the clock's origin, rounded to the nearest nanosecond.
    ///
    /// `Tick(nanoseconds: tick.nanoseconds) == tick` for every tick within 292 years of the origin; beyond, it saturates.
    package var nanoseconds: Int64 {
        let (whole, rest) = rawValue.flooredDivision(by: 9)
        let (product, overflow) = whole.multipliedReportingOverflow(by: 100_000)
        guard !overflow else { return rawValue < 0 ? .min : .max }
        return product.addingSaturating((rest * 100_000 + 4) / 9)
    }

    /// A number of ticks in the nearest number of units, of which a second has `timescale`.
    static func units(_ ticks: Int64, in timescale: Int64) -> Int64 {
        let (seconds, rest) = ticks.flooredDivision(by: perSecond)
        return seconds.multipliedSaturating(by: timescale)
            .addingSaturating((rest * timescale + perSecond / 2) / perSecond)
    }

    /// The tick that comes this many ticks later.
    package static func + (tick: Tick, ticks: Int64) -> Tick {
        Tick(rawValue: tick.rawValue.addingSaturating(ticks))
    }

    /// The average ticks from frame to frame, which is how long the last of these frames lasts; 0 for a single frame.
    package static func interval(of frames: Int, from first: Tick, to last: Tick) -> Int64 {
        frames > 1 ? max(last - first, 0) / Int64(frames - 1) : 0
    }

    /// The number of ticks from `earlier` to `later`.
    package static func - (later: Tick, earlier: Tick) -> Int64 {
        later.rawValue.subtractingSaturating(earlier.rawValue)
    }
}

extension Tick: Comparable {
    /// Whether the left tick comes first.
    package static func < (left: Tick, right: Tick) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension Tick: CustomStringConvertible {
    /// The number of ticks as text.
    package var description: String { String(rawValue) }
}

extension Int64 {
    /// The sum, or the end of the range that it would pass.
    package func addingSaturating(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        guard overflow else { return sum }
        return other < 0 ? .min : .max
    }

    /// The difference, or the end of the range that it would pass.
    package func subtractingSaturating(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        guard overflow else { return difference }
        return self < 0 ? .min : .max
    }

    /// The product, or the end of the range that it would pass.
    package func multipliedSaturating(by other: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        guard overflow else { return product }
        return (self < 0) == (other < 0) ? .max : .min
    }

    /// Quotient rounded down and a remainder that is never negative, for a positive divisor.
    package func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
