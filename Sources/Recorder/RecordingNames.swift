// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Synchronization
import Tasks

/// The ids of new recordings, which sort by time and occur once.
final class RecordingNames: Sendable {
    /// The ids of one second: with five digits.
    private static let perSecond: Int64 = 90_000
    private let last = Mutex<Int64>(0)

    /// An id: the start in UTC to the second, and the part of that second.
    ///
    /// - Parameter now: the wall clock in nanoseconds since 1970, UTC.
    func next(at now: Int64) -> String {
        let (second, rest) = (now / 1_000_000_000, now % 1_000_000_000)
        let moment = second * Self.perSecond + rest * Self.perSecond / 1_000_000_000
        let number = last.withLock { last in
            // A clock that was set back further begins anew.
            last = (0..<Self.perSecond).contains(last - moment) ? last + 1 : moment
            return last
        }
        let time = Date(timeIntervalSince1970: Double(number / Self.perSecond))
        let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
        return "\(time.formatted(style))-\(10_000 + number % Self.perSecond)"
    }
}
