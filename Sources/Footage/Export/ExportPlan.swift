// SPDX-License-Identifier: Apache-2.0
import Media

/// The first pass of an export: selects the frames of the file, and builds its tables.
///
/// The file starts with the last key frame at or before the start. Within an epoch a frame lasts until the next, even if frames
/// between them are missing. At the end of an epoch the last frame lasts until the next epoch begins by UTC, or for its own
/// duration if the clocks are unknown.
struct ExportPlan {
    private(set) var table = SampleTable()
    /// The first frame of the file.
    private(set) var first: FootagePosition?
    private(set) var format: Digest?
    /// The fragments of the file, one for each chunk of the table.
    private(set) var fragments: [(id: FragmentID, digest: Digest)] = []

    private let range: ExportRange
    private let clocks: [Int: EpochClock]
    private var latest: (position: FootagePosition, duration: Int64)?
    /// Media time of the range's start: the frame shown then began earlier.
    private var lead: (frames: Int, time: Int64) = (0, 0)

    init(range: ExportRange, clocks: [EpochClock]) {
        self.range = range
        self.clocks = Dictionary(clocks.map { ($0.epoch, $0) }) { $1 }
    }

    /// Adds the next fragment's frames; false if the range ends before or within it.
    mutating func append(
        _ fragment: StoredFragment,
        _ samples: [FragmentReader.Sample]
    ) throws -> Bool {
        table.beginChunk()
        for sample in samples {
            let position = fragment.position(of: sample)
            guard range.reaches(position) else { return false }
            if sample.isSync && (first == nil || range.isLeadIn(position)) {
                restart(at: position, fragment)
            }
            guard first != nil else { continue }
            try take(sample, at: position, fragment)
        }
        return true
    }

    /// Ends the last frame and returns the shown part of the media; nil if there are no frames.
    mutating func finish() -> (hiddenFrames: Int, start: Int64, duration: Int64)? {
        guard let latest else { return nil }
        var duration = latest.duration
        if let end = range.end, end.epoch == latest.position.epoch {
            duration = min(duration, end.tick - latest.position.tick)
        }
        table.endLast(after: duration)
        // A start after the end of the last frame shows that frame for its duration.
        let start = min(lead.time, table.duration - 1)
        return (lead.frames, start, table.duration - start)
    }

    private mutating func restart(at position: FootagePosition, _ fragment: StoredFragment) {
        (table, fragments) = (SampleTable(), [])
        first = position
        format = fragment.segment.format
        latest = nil
        lead = (0, 0)
    }

    private mutating func take(
        _ sample: FragmentReader.Sample,
        at position: FootagePosition,
        _ fragment: StoredFragment
    ) throws {
        let elapsed = elapsedTime(to: position)
        guard fragment.segment.format == format else {
            let shown = table.duration + elapsed - lead.time
            throw FootageError.formatChanges(at: position, seconds: Double(max(shown, 0)) / Double(Tick.perSecond))
        }
        table.append(size: sample.range.count, isSync: sample.isSync, elapsed: elapsed)
        latest = (position, sample.duration)
        if fragments.last?.id != fragment.id { fragments.append((fragment.id, fragment.digest)) }
        guard let start = range.start, position <= start else { return }
        // This frame is shown at the start, unless a later one is, too.
        lead = (table.count - 1, table.duration)
        if start.epoch == position.epoch { lead.time += start.tick - position.tick }
    }

    private func elapsedTime(to position: FootagePosition) -> Int64 {
        guard let latest else { return 0 }
        guard latest.position.epoch != position.epoch else { return position.tick - latest.position.tick }
        guard let before = clocks[latest.position.epoch], let after = clocks[position.epoch] else {
            return latest.duration
        }
        let nanoseconds = after.utc(of: position.tick).subtractingSaturating(before.utc(of: latest.position.tick))
        return max(Tick(nanoseconds: nanoseconds).rawValue, latest.duration)
    }
}

extension StoredFragment {
    /// When one of its frames was captured.
    func position(of sample: FragmentReader.Sample) -> FootagePosition {
        FootagePosition(epoch: id.epoch, tick: segment.base + sample.time)
    }
}
