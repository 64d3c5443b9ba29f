// SPDX-License-Identifier: Apache-2.0

/// A constant rate of frames: each lasts `interval` units of a timescale.
///
/// Ticks of 1/90000 s cannot hold every rate: at 24000/1001 frames a second a frame lasts 3753.75 of them. A track whose timescale
/// fits its rate gives each frame the same duration, so that players and editors see a constant rate.
package struct FrameRate: Hashable, Sendable {
    /// The units in a second.
    package let timescale: Int64
    /// The units that a frame lasts.
    package let interval: Int64

    private init(timescale: Int64, interval: Int64) {
        (self.timescale, self.interval) = (timescale, interval)
    }

    /// Without a rate: units are ticks.
    static let ticks = FrameRate(timescale: Tick.perSecond, interval: 1)

    /// A rate of this many frames in a second, 1...1000, or this many in 1.001 s.
    private init(whole rate: Int64, isThousandAndOne: Bool) {
        if isThousandAndOne {
            (timescale, interval) = (rate * 1000, 1001)
        } else if Tick.perSecond.isMultiple(of: rate) {
            (timescale, interval) = (Tick.perSecond, Tick.perSecond / rate)
        } else {
            (timescale, interval) = (rate * 1000, 1000)
        }
    }

    /// The rate of frames with these durations in ticks, each of which may span missing frames; nil if none is constant.
    ///
    /// Every frame must begin within one tick of its place, because each is rounded to a tick. `restarts` are the frames after
    /// whose duration the places are counted anew: the last ones of their epochs.
    static func constant(_ durations: ArraySlice<UInt32>, restarts: Set<Int>) -> FrameRate? {
        let shortest = durations.indices.lazy.filter { !restarts.contains($0) }.map { durations[$0] }.min()
        guard let shortest, shortest >= 90 else { return nil }
        // The shortest duration of one frame is up to two ticks from the interval.
        let near = Double(Tick.perSecond) / Double(shortest)
        let wholes = Set((-1...1).map { Int64(near.rounded()) + $0 } + [Int64((near * 1.001).rounded())])
        let candidates = wholes.filter { (1...1000).contains($0) }.flatMap {
            [FrameRate(whole: $0, isThousandAndOne: false), FrameRate(whole: $0, isThousandAndOne: true)]
        }
        let fitting = candidates.compactMap { rate in
            rate.deviation(of: durations, restarts: restarts).map { (rate, $0) }
        }
        // Multiples of a rate fit as well as the rate itself.
        return fitting.min { ($0.1, -$0.0.length) < ($1.1, -$1.0.length) }?.0
    }

    /// The ticks that a frame lasts.
    private var length: Double { Double(interval) * Double(Tick.perSecond) / Double(timescale) }

    /// The largest distance of a frame from its place, in ticks; nil if it is more than one tick.
    private func deviation(of durations: ArraySlice<UInt32>, restarts: Set<Int>) -> Double? {
        var (earliest, latest, drift, worst) = (0.0, 0.0, 0.0, 0.0)
        for index in durations.indices {
            if restarts.contains(index) {
                (earliest, latest, drift) = (0, 0, 0)
                continue
            }
            let frames = (Double(durations[index]) / length).rounded()
            guard frames >= 1 else { return nil }
            drift += Double(durations[index]) - frames * length
            (earliest, latest) = (min(earliest, drift), max(latest, drift))
            worst = max(worst, latest - earliest)
            // Both ends of the widest pair are rounded, by half a tick each, and their times to nanoseconds before.
            guard worst <= 1.01 else { return nil }
        }
        return worst
    }

    /// The number of units nearest to a duration in ticks.
    func units(_ ticks: Int64) -> Int64 {
        Tick.units(ticks, in: timescale)
    }

    /// The units of as many whole frames as come nearest to a duration in ticks, at least one.
    func wholeFrames(_ ticks: Int64) -> Int64 {
        let frames = (ticks * timescale * 2 + Tick.perSecond * interval) / (Tick.perSecond * interval * 2)
        return max(frames, 1) * interval
    }
}
