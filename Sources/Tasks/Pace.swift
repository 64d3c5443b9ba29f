// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Limits how often progress is reported: after so many bytes, or so much time.
package final class Pace: Sendable {
    private struct Last {
        var bytes = 0
        var moment = ContinuousClock.now
    }

    private let bytes: Int
    private let interval: Duration
    private let last = Mutex(Last())

    /// The defaults are 1 MB and 100 ms.
    package init(bytes: Int = 1 << 20, interval: Duration = .milliseconds(100)) {
        (self.bytes, self.interval) = (bytes, interval)
    }

    /// Whether the next report is due at this byte count; if so, counts from here again.
    package func isDue(at count: Int) -> Bool {
        last.withLock { last in
            let now = ContinuousClock.now
            guard count - last.bytes >= bytes || now - last.moment >= interval else { return false }
            last = Last(bytes: count, moment: now)
            return true
        }
    }
}
