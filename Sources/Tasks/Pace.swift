// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Says when it is time to report progress again: after so many bytes, or so long.
package final class Pace: Sendable {
    private struct Last {
        var bytes = 0
        var moment = ContinuousClock.now
    }

    private let bytes: Int
    private let interval: Duration
    private let last = Mutex(Last())

    /// A pace; 1 MB or 100 ms, unless it is said otherwise.
    package init(bytes: Int = 1 << 20, interval: Duration = .milliseconds(100)) {
        (self.bytes, self.interval) = (bytes, interval)
    }

    /// Whether enough has happened since the last time that it was.
    package func isDue(at count: Int) -> Bool {
        last.withLock { last in
            let now = ContinuousClock.now
            guard count - last.bytes >= bytes || now - last.moment >= interval else { return false }
            last = Last(bytes: count, moment: now)
            return true
        }
    }
}
