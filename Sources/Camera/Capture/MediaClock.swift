// SPDX-License-Identifier: Apache-2.0
import Tasks
import Wire

/// The mapping between the media clock (monotonic, never steps) and the wall clock.
///
/// Tick 0 is the zero of the machine's monotonic clock. A step of the wall clock changes the mapping of later epochs, never that of
/// a running one (docs/design/time.md).
struct MediaClock: Sendable, Equatable {
    /// UTC, in nanoseconds since 1970, at tick 0.
    let utcAtTickZero: Int64
    /// The uncertainty of `utcAtTickZero`, in nanoseconds: half the time that reading both clocks took, plus 1 µs.
    let uncertainty: Int64

    /// Reads both clocks a few times and keeps the pair with the least uncertainty.
    init() {
        let readings = (0..<5).map { _ in
            let before = monotonicNanoseconds()
            let wall = wallNanoseconds()
            let after = monotonicNanoseconds()
            return (offset: wall - (before + after) / 2, spread: (after - before) / 2 + 1_000)
        }
        let best = readings.min { $0.spread < $1.spread }
        utcAtTickZero = best?.offset ?? 0
        uncertainty = best?.spread ?? 0
    }

    /// The monotonic clock and the wall clock now.
    static func reading() -> ClockReading {
        ClockReading(monotonic: monotonicNanoseconds(), utc: wallNanoseconds())
    }
}
