// SPDX-License-Identifier: Apache-2.0
package import Media

@testable package import Footage

extension MemoryStore {
    package func fragment(recording: String, _ id: FragmentID) throws -> StoredFragment? {
        try checkOpen()
        return stored(recording, id)
    }

    package func fragments(recording: String, epoch: Int, sequences: ClosedRange<Int>) throws -> [StoredFragment] {
        try checkOpen()
        return all(recording).filter { $0.id.epoch == epoch && sequences.contains($0.id.sequence) }
    }

    package func fragments(recording: String, after id: FragmentID?, limit: Int) throws -> [StoredFragment] {
        try checkOpen()
        return Array(all(recording).filter { fragment in id.map { fragment.id > $0 } ?? true }.prefix(limit))
    }

    package func marks(recording: String, after id: FragmentID?, limit: Int) throws -> [FragmentMark] {
        try fragments(recording: recording, after: id, limit: limit).map(\.mark)
    }

    package func firstSync(recording: String, endingAtOrAfter tick: Tick) throws -> StoredFragment? {
        try checkOpen()
        return all(recording).first { $0.isSync && $0.lastTick >= tick }
    }

    package func keyFragment(recording: String, atOrBefore position: FootagePosition) throws -> StoredFragment? {
        try checkOpen()
        return all(recording).last {
            $0.isSync && FootagePosition(epoch: $0.id.epoch, tick: $0.firstTick) <= position
        }
    }

    package func runs(recording: String) throws -> [FragmentRun] {
        try checkOpen()
        var runs: [FragmentRun] = []
        for id in all(recording).filter({ $0.source != .unconfirmed }).map(\.id) {
            if let run = runs.last, run.epoch == id.epoch, run.last + 1 == id.sequence {
                runs[runs.count - 1].last = id.sequence
            } else {
                runs.append(FragmentRun(epoch: id.epoch, first: id.sequence, last: id.sequence))
            }
        }
        return runs
    }

    package func unconfirmed(recording: String) throws -> [StoredFragment] {
        try checkOpen()
        return all(recording).filter { $0.source == .unconfirmed }
    }

    package func segments(recording: String) throws -> [StoredSegment] {
        try checkOpen()
        return segments.values.map(\.row).filter { $0.recording == recording && $0.byteCount > 0 }
            .sorted { ($0.epoch, $0.number, $0.part, $0.id) < ($1.epoch, $1.number, $1.part, $1.id) }
    }

    package func stretches(recording: String) throws -> [FootageStretch] {
        try checkOpen()
        var stretches: [FootageStretch] = []
        let ordered = segments.values.filter { $0.row.recording == recording && !$0.fragments.isEmpty }
            .sorted { $0.fragments[0].id < $1.fragments[0].id }
        for segment in ordered {
            let sources = Set(segment.fragments.map(\.source)).subtracting([.capture, .live])
            let isMixed = !sources.isEmpty && Set(segment.fragments.map(\.source)).count > 1
            for part in isMixed ? segment.fragments.map({ [$0] }) : [segment.fragments] {
                let (first, last) = (part[0], part[part.count - 1])
                let next = FootageStretch(
                    epoch: segment.row.epoch, source: first.source == .capture ? .live : first.source,
                    ticks: first.firstTick...last.lastTick, frames: part.reduce(0) { $0 + $1.frames },
                    byteCount: isMixed ? first.byteCount : segment.row.byteCount, lastSequence: last.id.sequence,
                    format: segment.row.format, width: segment.row.width, height: segment.row.height,
                    codec: segment.row.codec)
                if let index = stretches.indices.last,
                    stretches[index].extend(by: next, firstSequence: first.id.sequence)
                {
                    continue
                }
                stretches.append(next)
            }
        }
        return stretches
    }

    package func trim(
        _ policy: TrimPolicy, willRemove: @Sendable ([TrimmedSegment]) async -> Void
    ) async throws -> [TrimmedSegment] {
        try checkOpen()
        let meant = segments.values.filter { segment in
            policy.camera.map { known[segment.row.recording]?.camera == $0 } ?? true
        }.sorted { $0.row.id < $1.row.id }
        var bytes = policy.maximumBytes.map { limit in meant.reduce(0) { $0 + $1.row.byteCount } - limit } ?? 0
        var ticks = policy.sparedTicks.map { spared in meant.reduce(0) { $0 + $1.ticks } - spared } ?? 0
        var removed: [TrimmedSegment] = []
        for made in meant where known[made.row.recording]?.isLocked == false {
            // Trimming a segment also trims all segments of its recording that were captured before it.
            let before = meant.filter {
                $0.row.recording == made.row.recording && $0.first <= made.first && segments[$0.row.id] != nil
            }.sorted { $0.first < $1.first }
            for segment in before where isComplete(segment) && segment.isFree(of: policy) {
                guard bytes > 0 || ticks > 0 && ticks >= segment.ticks else {
                    if bytes <= 0 { ticks = 0 }
                    continue
                }
                let gone = segment.trimmed
                await willRemove([gone])
                segments[segment.row.id] = nil
                removed.append(gone)
                bytes -= segment.row.byteCount
                ticks -= segment.ticks
            }
        }
        for (id, gone) in Dictionary(grouping: removed, by: \.segment.recording) { moveBeginning(of: id, gone) }
        return removed
    }

    /// Whether a segment is closed, or has later ones of its recording.
    private func isComplete(_ segment: Segment) -> Bool {
        segment.row.isClosed
            || segments.values.contains { $0.row.recording == segment.row.recording && $0.first > segment.first }
    }

    /// Moves the start of a recording to its remaining footage, or behind what was removed; removes a stopped recording that has none.
    private func moveBeginning(of id: String, _ removed: [TrimmedSegment]) {
        let first = all(id).first
        if first == nil, known[id]?.state == .stopped {
            known[id] = nil
            found[id] = nil
            return
        }
        known[id]?.deletedFrames += removed.reduce(0) { $0 + $1.frames }
        let last = removed.max { $0.last < $1.last }
        let after = first.map { FragmentID(epoch: $0.id.epoch, sequence: $0.id.sequence - 1) } ?? last?.last
        guard let after, let tick = first?.firstTick ?? last.map({ $0.lastTick + 1 }) else { return }
        let total = first == nil ? last?.total : first?.before
        let moved = RecordingEdge(after: after, total: total)
        if let begin = known[id]?.begin, begin.after < after { known[id]?.begin = moved }
        found[id]?.removeAll { (gap: Gap) in
            (gap.epoch, gap.lastTick) < (after.epoch, tick) || moved.isBehind(gap)
        }
    }
}

extension MemoryStore.Segment {
    fileprivate var first: FragmentID { fragments[0].id }
    fileprivate var ticks: Int64 { fragments[fragments.count - 1].lastTick - fragments[0].firstTick }

    fileprivate func isFree(of policy: TrimPolicy) -> Bool {
        policy.heldFrom.map { fragments[fragments.count - 1].id < $0 } ?? true
    }

    fileprivate var trimmed: TrimmedSegment {
        let (first, last) = (fragments[0], fragments[fragments.count - 1])
        return TrimmedSegment(
            segment: row, first: first.id, last: last.id, firstTick: first.firstTick, lastTick: last.lastTick,
            frames: fragments.reduce(0) { $0 + $1.frames }, before: first.before, total: last.total)
    }
}
