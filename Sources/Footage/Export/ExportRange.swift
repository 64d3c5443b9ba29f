// SPDX-License-Identifier: Apache-2.0
import Media

/// The part of a recording that an export shows: from `start` up to but without `end`; nil is the recording's own.
///
/// A frame that lies in the range for less than half a millisecond is left out: moments are written in milliseconds, and 3.333 s
/// means the frame that begins at 3.33333 s.
struct ExportRange {
    let start: FootagePosition?
    let end: FootagePosition?
    /// Half a millisecond in ticks, or less in a range that is hardly longer.
    private let tolerance: Int64

    init(start: FootagePosition?, end: FootagePosition?) {
        (self.start, self.end) = (start, end)
        guard let start, let end, start.epoch == end.epoch else {
            tolerance = 45
            return
        }
        tolerance = max(min(45, (end.tick - start.tick - 1) / 2), 0)
    }

    /// Whether a frame at this position comes before the end.
    func reaches(_ position: FootagePosition) -> Bool {
        end.map { position.later(by: tolerance) < $0 } ?? true
    }

    /// Whether a frame at this position is at or before the start, so that all frames before it are not shown.
    func isLeadIn(_ position: FootagePosition) -> Bool {
        start.map { position <= $0.later(by: tolerance) } ?? false
    }

    /// The frames of a fragment from a position on, up to the end of the range.
    func samples(
        from first: FootagePosition, in bytes: [UInt8], of fragment: StoredFragment
    ) throws -> [FragmentReader.Sample] {
        try FragmentReader(bytes).samples.filter {
            let position = fragment.position(of: $0)
            return position >= first && reaches(position)
        }
    }

    /// Whether a gap touches the range.
    func touches(_ gap: Gap) -> Bool {
        // A moment between two epochs is one of the later epoch, before its first frame.
        let startsBeforeEnd =
            gap.isBetweenEpochs
            ? end.map { gap.epoch <= $0.epoch } ?? true
            : reaches(FootagePosition(epoch: gap.epoch, tick: gap.firstTick))
        let endsAfterStart = start.map { FootagePosition(epoch: gap.epoch, tick: gap.lastTick) >= $0 } ?? true
        return startsBeforeEnd && endsAfterStart
    }
}

extension FootagePosition {
    fileprivate func later(by ticks: Int64) -> FootagePosition {
        FootagePosition(epoch: epoch, tick: tick + ticks)
    }
}
