// SPDX-License-Identifier: Apache-2.0
import Media
import Wire

/// Missing frames in UTC, in nanoseconds since 1970.
struct MomentGap {
    /// The first missing frame.
    let first: Int64
    /// The last missing frame.
    let last: Int64
    let reason: String

    init(_ gap: Gap, _ clock: EpochClock) {
        (first, last) = (clock.utc(of: gap.firstTick), clock.utc(of: gap.lastTick))
        reason = gap.reason.rawValue
    }

    /// The footage that the spool no longer has of an epoch.
    static func lost(of epoch: EpochDescription) -> [MomentGap] {
        (epoch.lost ?? []).map { lost in
            MomentGap(
                first: epoch.utcAtTickZero.addingSaturating(Tick(rawValue: lost.firstTick).nanoseconds),
                last: epoch.utcAtTickZero.addingSaturating(Tick(rawValue: lost.lastTick).nanoseconds),
                reason: lost.reason)
        }
    }

    private init(first: Int64, last: Int64, reason: String) {
        (self.first, self.last, self.reason) = (first, last, reason)
    }

    /// Whether a moment lies between the frames before and after the gap, which are at most an interval away.
    func holds(_ utc: Int64, interval: Int64) -> Bool {
        first.subtractingSaturating(interval) <= utc && utc <= last.addingSaturating(interval)
    }

    /// Whether it is between two frames.
    func isBetween(_ before: Int64, _ after: Int64) -> Bool {
        before < last && first < after
    }
}
