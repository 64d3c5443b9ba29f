// SPDX-License-Identifier: Apache-2.0
import Wire

/// Compares the clock of a network camera with ours, report by report.
///
/// A report may come late and never early, so that of several the one counts whose time is the farthest ahead.
struct SourceClockEstimate: Sendable {
    /// The best report of a while.
    private struct Best {
        let begin: Int64
        /// When it came, on the monotonic clock.
        var arrival: Int64
        /// The camera's time minus that.
        var difference: Int64
    }

    /// How long a while is, in nanoseconds.
    private static let span: Int64 = 30_000_000_000
    /// The most whiles: an hour.
    private static let capacity = 120
    /// The fewest whiles that tell a drift.
    private static let fewest = 5
    /// The camera's clock was set if a report is this much off, in nanoseconds.
    private static let step: Int64 = 1_000_000_000
    /// Seconds from 1900, where NTP begins, to 1970.
    private static let epoch: Int64 = 2_208_988_800

    private var best: [Best] = []
    private var reports = 0

    /// Notes a report.
    ///
    /// - Parameters:
    ///   - time: its time, as NTP writes it (RFC 5905 §6).
    ///   - arrival: when it came, on the monotonic clock.
    mutating func note(_ time: UInt64, at arrival: Int64) {
        let seconds = Int64(time >> 32) - Self.epoch
        let difference = seconds * 1_000_000_000 + Int64(((time & 0xffff_ffff) * 1_000_000_000) >> 32) - arrival
        if let last = best.last, abs(difference - last.difference) > Self.step { (best, reports) = ([], 0) }
        reports += 1
        guard let last = best.last, arrival - last.begin < Self.span else {
            if best.count == Self.capacity { best.removeFirst() }
            best.append(Best(begin: arrival, arrival: arrival, difference: difference))
            return
        }
        guard difference > last.difference else { return }
        (best[best.count - 1].arrival, best[best.count - 1].difference) = (arrival, difference)
    }

    /// The comparison with the wall clock; nil before the first report.
    ///
    /// - Parameter utc: the wall clock's time at zero of the monotonic one.
    func clock(utc: Int64) -> SourceClock? {
        // The last while may have seen late reports only.
        guard let newest = best.suffix(2).map(\.difference).max() else { return nil }
        return SourceClock(offset: newest - utc, drift: drift, reports: reports)
    }

    /// The slope of the line with the smallest squared distances, in parts per million.
    private var drift: Double? {
        guard best.count >= Self.fewest, let first = best.first else { return nil }
        let points = best.map { (Double($0.arrival - first.arrival), Double($0.difference - first.difference)) }
        let count = Double(points.count)
        let (middle, height) = (points.map(\.0).reduce(0, +) / count, points.map(\.1).reduce(0, +) / count)
        let (rise, run) = points.reduce((0.0, 0.0)) { sum, point in
            let distance = point.0 - middle
            return (sum.0 + distance * (point.1 - height), sum.1 + distance * distance)
        }
        return run > 0 ? rise / run * 1_000_000 : nil
    }
}
