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
    private(set) var format: VideoFormat?
    /// The fragments of the file, one for each chunk of the table.
    private(set) var fragments: [(id: FragmentID, digest: Digest)] = []
    /// The first key frame of the shown part and its number in the file, counted from 0.
    private(set) var entry: (frame: Int, position: FootagePosition)?
    /// Where moments of the recording are in the file.
    private(set) var moments: MovieMoments

    private let range: ExportRange
    private let clocks: EpochClocks
    private var latest: (position: FootagePosition, duration: Int64)?
    /// Whether there are frames behind the range.
    private var goesOn = false
    /// Whether footage was left out, so that the next frames can be decoded only from a key frame on.
    private var awaitsKeyFrame = false
    /// The frame shown at the range's start, and the ticks of it before the start.
    private var lead: (frame: Int, skipped: Int64) = (0, 0)

    init(range: ExportRange, clocks: [EpochClock]) {
        self.range = range
        self.clocks = EpochClocks(clocks)
        moments = MovieMoments(self.clocks)
    }

    /// Adds the next fragment's frames; false if the range ends before or within it.
    mutating func append(
        _ fragment: StoredFragment,
        _ format: VideoFormat?,
        _ samples: [FragmentReader.Sample]
    ) throws -> Bool {
        awaitsKeyFrame = false
        table.beginChunk()
        for sample in samples {
            let position = fragment.position(of: sample)
            guard range.reaches(position) else {
                goesOn = true
                return false
            }
            if sample.isSync && (first == nil || range.isLeadIn(position)) {
                restart(at: position, format)
            }
            guard first != nil else { continue }
            try take(sample, at: position, fragment, format)
        }
        return true
    }

    /// Whether the frames of the next fragment can be decoded, as far as that depends on what was left out before it.
    func canDecode(_ samples: [FragmentReader.Sample]) -> Bool { !awaitsKeyFrame || samples.first?.isSync == true }

    /// Notes that a fragment is left out: the frame before it lasts until the next key frame.
    mutating func leaveOut() { awaitsKeyFrame = true }

    /// Ends the last frame and returns the shown part of the file; nil if there are no frames.
    mutating func finish() -> ExportedFrames? {
        guard let latest, !isBeforeAHole(latest) else { return nil }
        var (duration, isCut) = (latest.duration, false)
        if let end = range.end, end.epoch == latest.position.epoch, end.tick - latest.position.tick < duration {
            (duration, isCut) = (end.tick - latest.position.tick, true)
        } else if let end = range.end, goesOn {
            // The range ends in a hole.
            duration = max(duration, clocks.elapsed(from: latest.position, lasting: duration, to: end))
        }
        table.endLast(after: duration)
        // A start after the end of the last frame shows that frame for its duration.
        let left = table.duration - table.start(of: lead.frame)
        return ExportedFrames(hidden: lead.frame, skipped: min(lead.skipped, left - 1), isCut: isCut)
    }

    /// Whether the only frame to show was over before the range begins, so that the range is in a hole.
    private func isBeforeAHole(_ latest: (position: FootagePosition, duration: Int64)) -> Bool {
        guard let start = range.start, range.end != nil, lead.frame == table.count - 1, range.isLeadIn(latest.position)
        else { return false }
        return latest.position.epoch != start.epoch || lead.skipped >= max(latest.duration, 1)
    }

    /// The frames of a fragment that belong to the file.
    func samples(in bytes: [UInt8], of fragment: StoredFragment) throws -> [FragmentReader.Sample] {
        guard let first else { return [] }
        return try range.samples(from: first, in: bytes, of: fragment)
    }

    private mutating func restart(at position: FootagePosition, _ format: VideoFormat?) {
        (table, fragments, moments) = (SampleTable(), [], MovieMoments(clocks))
        first = position
        self.format = format
        latest = nil
        lead = (0, 0)
    }

    private mutating func take(
        _ sample: FragmentReader.Sample,
        at position: FootagePosition,
        _ fragment: StoredFragment,
        _ format: VideoFormat?
    ) throws {
        let elapsed = latest.map { clocks.elapsed(from: $0.position, lasting: $0.duration, to: position) } ?? 0
        if let before = self.format, let format, before != format {
            let shown = table.duration + elapsed - table.start(of: lead.frame) - lead.skipped
            throw FootageError.formatChanges(
                FormatChange(
                    position: position, seconds: Double(max(shown, 0)) / Double(Tick.perSecond), before: before,
                    after: format))
        }
        let isAnotherEpoch = latest.map { $0.position.epoch != position.epoch } ?? false
        table.append(size: sample.range.count, isSync: sample.isSync, elapsed: elapsed, restarts: isAnotherEpoch)
        latest = (position, sample.duration)
        moments.add(position, at: table.duration, lasting: sample.duration)
        if fragments.last?.id != fragment.id { fragments.append((fragment.id, fragment.digest)) }
        guard let start = range.start, range.isLeadIn(position) else {
            if sample.isSync, entry == nil { entry = (table.count - 1, position) }
            return
        }
        // This frame is shown at the start, unless a later one is, too.
        let skipped = max(clocks.elapsed(from: position, lasting: sample.duration, to: start), 0)
        lead = (table.count - 1, skipped)
        moments.open(position, at: table.duration, lasting: sample.duration, skipping: skipped)
    }
}

extension StoredFragment {
    /// When one of its frames was captured.
    func position(of sample: FragmentReader.Sample) -> FootagePosition {
        FootagePosition(epoch: id.epoch, tick: segment.base + sample.time)
    }
}
