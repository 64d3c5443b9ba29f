// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The wall clock, in nanoseconds since 1970-01-01T00:00:00Z.
package func wallNanoseconds() -> Int64 {
    nanoseconds(of: CLOCK_REALTIME)
}

/// The monotonic clock that live pipelines run on (`CLOCK_MONOTONIC`), in nanoseconds.
package func monotonicNanoseconds() -> Int64 {
    nanoseconds(of: CLOCK_MONOTONIC)
}

private func nanoseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    // Fails for unknown clocks only.
    _ = unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
