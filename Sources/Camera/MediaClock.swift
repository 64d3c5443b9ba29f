// SPDX-License-Identifier: Apache-2.0
import Tasks
import Wire

/// How the media clock (monotonic, never steps) and the wall clock stand to each other.
///
/// Tick 0 is the zero of the machine's monotonic clock. A step of the wall clock changes the mapping of later
/// epochs and never that of an epoch that runs (design: time).
struct MediaClock: Sendable, Equatable {
    /// UTC, in nanoseconds since 1970, at tick 0.
    let utcAtTickZero: Int64
    /// How wrong that may be, in nanoseconds: half the time that reading both clocks took.
    let uncertainty: Int64

    /// Reads both clocks a few times and keeps the tightest pair.
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

    /// Both clocks now.
    static func reading() -> ClockReading {
        ClockReading(monotonic: monotonicNanoseconds(), utc: wallNanoseconds())
    }
}
