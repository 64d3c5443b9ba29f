// SPDX-License-Identifier: Apache-2.0
package import Media

extension Sequence<Gap> {
    /// The gaps and others, in the order of capture.
    package func with(_ others: [Gap]) -> [Gap] {
        others.isEmpty ? Array(self) : (self + others).sorted { ($0.epoch, $0.firstTick) < ($1.epoch, $1.firstTick) }
    }

    /// The gaps as a person reads them: one for consecutive missing fragments, of which the catalog has one each.
    ///
    /// Joins only gaps of whole fragments with one reason and counted frames. Keeps the order; neighbours must follow each other.
    package var joined: [Gap] {
        reduce(into: []) { gaps, gap in
            guard let last = gaps.last, let sequences = last.sequences, let next = gap.sequences,
                (last.epoch, last.reason, last.recording) == (gap.epoch, gap.reason, gap.recording),
                !gap.reason.isInsideFragments, !last.isUncounted, !gap.isUncounted, last.frames > 0, gap.frames > 0,
                sequences.upperBound + 1 == next.lowerBound, last.firstTick <= gap.lastTick,
                // A camera may tell any number, and readers of the sum refuse more than this.
                case let frames = Int64(last.frames).addingSaturating(Int64(gap.frames)), frames <= 1 << 53
            else { return gaps.append(gap) }
            var whole = Gap(
                recording: last.recording, epoch: last.epoch, firstTick: last.firstTick, lastTick: gap.lastTick,
                frames: Int(frames), reason: last.reason)
            (whole.sequences, whole.before) = (sequences.lowerBound...next.upperBound, last.before)
            gaps[gaps.count - 1] = whole
        }
    }
}
