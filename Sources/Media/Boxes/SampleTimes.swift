// SPDX-License-Identifier: Apache-2.0

/// When the frames of an exported track are shown, in units of its timescale.
///
/// Frames before the shown part are needed for decoding. They last one unit each, and the first shown frame begins exactly at the
/// edit's media time: players disagree on an edit that begins inside a frame, and some show frames before it.
package struct SampleTimes: Sendable {
    /// Consecutive frames of the same duration.
    struct Run: Equatable {
        var count: UInt32
        let duration: UInt32
    }

    /// The units in a second.
    package let timescale: Int64
    /// The rate of the frames; nil if it is not constant.
    package let rate: FrameRate?
    /// The sum of all durations.
    package private(set) var mediaDuration: Int64 = 0
    /// The part of the media that is shown; nil for all of it.
    package private(set) var edit: (start: Int64, duration: Int64)?
    private(set) var runs: [Run] = []

    /// The times of frames with these durations in ticks, of which there is at least one more than hidden ones.
    ///
    /// - Parameters:
    ///   - durations: how long each frame is shown.
    ///   - restarts: the frames whose duration leads to another epoch, and is no multiple of the interval.
    ///   - hidden: the number of frames before the shown part.
    ///   - skipped: the ticks of the first shown frame that lie before the shown part.
    ///   - isCut: whether the last frame ends early, at the end of the range.
    init(durations: [UInt32], restarts: Set<Int>, hidden: Int, skipped: Int64, isCut: Bool) {
        let shown = durations[hidden...]
        let rate = FrameRate.constant(isCut ? shown.dropLast() : shown, restarts: restarts)
        let clock = rate ?? .ticks
        self.rate = rate
        timescale = clock.timescale
        // The exact end of the frames so far, in ticks, and the end as it is written, in units.
        var (exact, written): (Int64, Int64) = (0, 0)
        var result: [Int64] = Array(repeating: 1, count: hidden)
        for index in shown.indices {
            let duration = Int64(shown[index])
            exact += duration
            let isWhole = rate != nil && !restarts.contains(index) && !(isCut && index == shown.indices.last)
            let units = isWhole ? clock.wholeFrames(duration) : max(clock.units(exact) - written, 1)
            written += units
            result.append(units)
        }
        result[hidden] = max(result[hidden] - clock.units(skipped), 1)
        for units in result { add(units) }
        edit = hidden > 0 ? (Int64(hidden), mediaDuration - Int64(hidden)) : nil
    }

    private mutating func add(_ units: Int64) {
        // Some players read durations as signed 32-bit numbers.
        let units = UInt32(clamping: min(units, Int64(Int32.max)))
        mediaDuration += Int64(units)
        if let last = runs.indices.last, runs[last].duration == units, runs[last].count < .max {
            runs[last].count += 1
        } else {
            runs.append(Run(count: 1, duration: units))
        }
    }

    /// Writes stts (ISO 14496-12 8.6.1.2).
    func write(to writer: inout BoxWriter) {
        writer.fullBox("stts") {
            $0.u32(runs.count)
            for run in runs {
                $0.u32(Int(run.count))
                $0.u32(Int(run.duration))
            }
        }
    }
}
