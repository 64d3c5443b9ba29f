// SPDX-License-Identifier: Apache-2.0
import Media

/// The part of a recording that an export shows: from `start` up to but without `end`; nil is the recording's own.
struct ExportRange {
    let start: FootagePosition?
    let end: FootagePosition?

    /// Whether a frame at this position comes before the end.
    func reaches(_ position: FootagePosition) -> Bool {
        end.map { position < $0 } ?? true
    }

    /// Whether a frame at this position is at or before the start.
    func isLeadIn(_ position: FootagePosition) -> Bool {
        start.map { position <= $0 } ?? false
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
        let startsBeforeEnd = reaches(FootagePosition(epoch: gap.epoch, tick: gap.firstTick))
        let endsAfterStart = start.map { FootagePosition(epoch: gap.epoch, tick: gap.lastTick) >= $0 } ?? true
        return startsBeforeEnd && endsAfterStart
    }
}
