// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Tasks

/// Keeps the state's comparison with the clock of a network camera.
final class SourceClockWatch: Sendable {
    private let estimate = Mutex(SourceClockEstimate())

    /// Notes a report that has just come; runs on the streaming thread.
    func note(_ time: UInt64, in status: CaptureStatus) {
        let (arrival, utc) = (monotonicNanoseconds(), MediaClock().utcAtTickZero)
        let clock = estimate.withLock { estimate in
            estimate.note(time, at: arrival)
            return estimate.clock(utc: utc)
        }
        status.compare(clock)
    }
}
