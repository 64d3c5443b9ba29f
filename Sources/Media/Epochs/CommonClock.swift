// SPDX-License-Identifier: Apache-2.0

/// One clock for several cameras: the UTC of the recorder at the ticks of a camera.
///
/// Between two comparisons of an epoch the camera's clock is taken to drift evenly; before the first and after the last one, to
/// keep the recorder's pace. An epoch in which the clocks were never compared has the comparisons of its neighbours if the camera's
/// program ran through, because then the media clock did, too; else the camera's own UTC counts.
package struct CommonClock: Sendable {
    /// A moment by this clock.
    package struct Moment: Hashable, Sendable {
        /// Nanoseconds since 1970, UTC.
        package let utc: Int64
        /// The largest error compared with the recorder's clock, or with UTC if it is the camera's own, in nanoseconds.
        package let uncertainty: Int64
        /// Whether it is the recorder's clock.
        package let isCompared: Bool
    }

    /// The drift that is allowed for where it was not measured, in parts per million: crystals have up to 50, each.
    package static let drift: Int64 = 100
    /// A larger drift is a step of the recorder's clock, in parts per million: NTP slews by at most 500.
    private static let slew: Int64 = 1_000

    /// The camera's own clocks.
    package let clocks: EpochClocks
    private let comparisons: [Int: [ClockComparison]]

    /// - Parameter comparisons: those of one camera, in any order.
    package init(_ clocks: [EpochClock], _ comparisons: [ClockComparison]) {
        self.clocks = EpochClocks(clocks)
        let known = Dictionary(grouping: comparisons, by: \.epoch).mapValues { $0.sorted { $0.tick < $1.tick } }
        self.comparisons = known.merging(Self.inherited(known, self.clocks)) { own, _ in own }
    }

    /// For each epoch without comparisons, the nearest ones before and behind it of the same run of the camera's program.
    private static func inherited(
        _ known: [Int: [ClockComparison]], _ clocks: EpochClocks
    ) -> [Int: [ClockComparison]] {
        let epochs = clocks.epochs
        var inherited: [Int: [ClockComparison]] = [:]
        var last: ClockComparison?
        for epoch in epochs {
            if clocks[epoch]?.continuesRun != true { last = nil }
            if let own = known[epoch] { last = own.last } else if let last { inherited[epoch] = [last] }
        }
        var next: ClockComparison?
        for epoch in epochs.reversed() {
            if let own = known[epoch] {
                next = own.first
            } else if let next {
                inherited[epoch, default: []].append(next)
            }
            if clocks[epoch]?.continuesRun != true { next = nil }
        }
        return inherited
    }

    /// The moment of a position; nil if nothing is known of its epoch.
    package func moment(at position: FootagePosition) -> Moment? {
        let (tick, known) = (position.tick, comparisons[position.epoch] ?? [])
        let next = known.partitioningIndex { $0.tick > tick }
        switch (next > 0 ? known[next - 1] : nil, next < known.count ? known[next] : nil) {
        case (let before?, let after?): return Self.moment(at: tick, between: before, after)
        case (let only?, nil), (nil, let only?): return Self.moment(at: tick, beside: only)
        case (nil, nil):
            return clocks[position.epoch].map {
                Moment(utc: $0.utc(of: tick), uncertainty: $0.uncertainty, isCompared: false)
            }
        }
    }

    /// The tick of an epoch at a moment, in nanoseconds since 1970 UTC; nil if nothing is known of the epoch.
    package func tick(at utc: Int64, in epoch: Int) -> Tick? {
        guard var tick = comparisons[epoch]?.first?.tick ?? clocks[epoch]?.tick else { return nil }
        // The clocks differ by far less than a thousandth in their pace: each step divides the error by that.
        for _ in 0..<4 {
            guard let moment = moment(at: FootagePosition(epoch: epoch, tick: tick)) else { return nil }
            tick = tick + Tick(nanoseconds: utc.subtractingSaturating(moment.utc)).rawValue
        }
        return tick
    }

    private static func moment(at tick: Tick, beside known: ClockComparison) -> Moment {
        let distance = Tick(rawValue: tick - known.tick).nanoseconds
        return Moment(
            utc: known.utc.addingSaturating(distance),
            uncertainty: known.uncertainty + abs(distance) / 1_000_000 * drift, isCompared: true)
    }

    private static func moment(at tick: Tick, between before: ClockComparison, _ after: ClockComparison) -> Moment {
        let whole = Tick(rawValue: after.tick - before.tick).nanoseconds
        let part = Tick(rawValue: tick - before.tick).nanoseconds
        let drift = after.utc.subtractingSaturating(before.utc).subtractingSaturating(whole)
        let error = max(before.uncertainty, after.uncertainty)
        guard abs(drift) <= whole / 1_000_000 * slew + 2 * error else {
            // The recorder's clock stepped, nobody knows when.
            return Moment(utc: before.utc.addingSaturating(part), uncertainty: abs(drift), isCompared: true)
        }
        let share = Int64((Double(drift) * Double(part) / Double(whole)).rounded())
        return Moment(utc: before.utc + part + share, uncertainty: error + abs(drift), isCompared: true)
    }
}

extension Array {
    /// The first index from which on the elements belong to the second half; the array must be partitioned.
    fileprivate func partitioningIndex(where isSecond: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if isSecond(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
