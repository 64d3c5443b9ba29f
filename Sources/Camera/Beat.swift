// SPDX-License-Identifier: Apache-2.0

/// The moments of a series: exact multiples of an interval, however long each picture takes.
struct Beat: Sendable, Equatable {
    /// The first moment, on the monotonic clock in nanoseconds.
    let start: Int64
    /// From one to the next, in nanoseconds; 0 for as fast as they are done.
    let interval: Int64

    /// The moment of a picture; the first has number 1.
    func moment(_ number: Int) -> Int64 {
        start + Int64(number - 1) * interval
    }

    /// Whether a picture is so late that the one behind it is due.
    func isOver(_ number: Int, at now: Int64) -> Bool {
        interval > 0 && now >= moment(number + 1)
    }
}
