// SPDX-License-Identifier: Apache-2.0

import Disk
import Media
import SystemPackage

/// Checks a recording fragment by fragment and adds up a `Verification`.
struct Verifier {
    /// Consecutive fragments whose file is gone.
    private struct Gone {
        let first: StoredFragment
        var last: FragmentID
        var frames: Int
        /// The indices of their finding and of their gap.
        let finding: Int
        let gap: Int
    }

    private(set) var result: Verification
    private let directory: FilePath
    private let recorded: [Gap]
    private var found: [Gap] = []
    private var file: SegmentReader?
    private var previous: StoredFragment?
    /// The last fragments whose file is gone.
    private var gone: Gone?
    /// Segments whose head was checked.
    private var seen: Set<Int64> = []
    private var account: AccountCheck
    /// Whether missing frames may still come.
    private let goesOn: Bool
    /// The last fragment of the recording; nil if that is not known.
    private let end: FragmentID?

    init(recording: Recording, directory: FilePath, gaps: [Gap], clocks: [EpochClock]) {
        result = Verification(recording: recording.id)
        self.directory = directory
        recorded = gaps
        account = AccountCheck(recording: recording, clocks: clocks, gaps: gaps)
        goesOn = recording.begin != nil && recording.state != .stopped
        end = recording.end?.after
    }

    /// Checks the next fragment in the order of capture.
    mutating func check(_ fragment: StoredFragment) {
        let captured = max(fragment.captured, fragment.frames)
        result.fragments += 1
        result.captured += captured
        result.encoded += fragment.frames
        result.received += fragment.received
        account.add(fragment)
        checkSequence(fragment)
        if let previous { explain(previous, before: fragment) }
        do {
            try checkBytes(fragment)
            result.persisted += fragment.frames
        } catch let error as DiskError where error.isMissingFile {
            lose(fragment)
        } catch FootageError.damaged(_, let offset, let reason) {
            fail(fragment, .digestMismatch, reason, at: offset)
        } catch {
            if error is DiskError { result.unread.insert(fragment.id) }
            fail(fragment, .digestMismatch, "\(error)", at: fragment.offset)
        }
        previous = fragment
    }

    /// Checks the rest: the lengths of files, and files that no row names.
    mutating func finish(segments: [StoredSegment], strays: [String]) -> Verification {
        file = nil
        if let previous { explain(previous, before: nil) }
        for segment in segments where segment.isClosed {
            guard let size = try? SegmentReader(segment.path, in: directory).size(), size > segment.byteCount else {
                continue
            }
            result.surplus.insert(segment.id)
            note("\(size - segment.byteCount) bytes lie behind the last fragment", segment.path, segment.byteCount)
        }
        for path in strays { note("no row of the catalog names this file", path, nil) }
        // Frames that no stored fragment's window counts.
        for gap in recorded where !gap.reason.isInsideFragments {
            result.captured += gap.frames
            result.encoded += gap.frames
        }
        result.account = account.verdict()
        result.captured += result.account.unsaid
        result.encoded += result.account.unsaid
        for finding in result.account.findings {
            result.findings.append(
                Verification.Finding(text: finding, path: nil, offset: nil, breaks: result.account.unsaid > 0))
        }
        if found.allSatisfy({ $0.reason != .sequenceMissing }) { found += result.account.found }
        result.gaps = (recorded + found).sorted {
            ($0.epoch, $0.firstTick, $0.lastTick) < ($1.epoch, $1.firstTick, $1.lastTick)
        }
        return result
    }

    private mutating func checkBytes(_ fragment: StoredFragment) throws {
        let reader: SegmentReader
        if let file, file.path == fragment.segment.path {
            reader = file
        } else {
            file = nil
            reader = try SegmentReader(fragment.segment.path, in: directory)
            file = reader
        }
        if seen.insert(fragment.segment.id).inserted { try checkHead(of: fragment.segment, reader) }
        let bytes = try reader.checkedBytes(of: fragment)
        let content = try Fragment(parsing: bytes, base: fragment.segment.base)
        guard
            content.sequence == fragment.id.sequence, content.frames == fragment.frames,
            content.firstTick == fragment.firstTick, content.lastTick == fragment.lastTick,
            content.isSync == fragment.isSync
        else {
            throw FootageError.damaged(
                path: reader.path, offset: fragment.offset, reason: "the catalog describes other frames")
        }
    }

    /// The init segment must exist, too: without it no fragment after it can be decoded.
    private mutating func checkHead(of segment: StoredSegment, _ reader: SegmentReader) throws {
        let head = try FootageStore.head(of: segment, reader)
        guard head.map({ Digest(of: $0) }) != segment.format else { return }
        result.damagedHeads.insert(segment.id)
        result.findings.append(
            Verification.Finding(
                text: "the init segment has another SHA-256 than when it was stored",
                path: segment.path,
                offset: 0,
                breaks: true
            )
        )
    }

    private mutating func checkSequence(_ fragment: StoredFragment) {
        guard let previous, previous.id.epoch == fragment.id.epoch else { return }
        guard fragment.id.sequence > previous.id.sequence + 1 else {
            if fragment.firstTick <= previous.lastTick {
                note("fragment \(fragment.id) starts before the one in front of it ends", fragment, breaks: true)
            }
            return
        }
        let isExplained = recorded.contains {
            !$0.reason.isInsideFragments && $0.epoch == fragment.id.epoch && $0.firstTick < fragment.firstTick
                && $0.lastTick >= previous.lastTick
                || $0.epoch == fragment.id.epoch && $0.before != nil
                    && $0.sequences?.overlaps(previous.id.sequence + 1...fragment.id.sequence - 1) ?? false
        }
        // While a recording is running, missing fragments are still being fetched: its account says how many. It may have gone on
        // before its end was known.
        guard !isExplained, !goesOn, end.map({ previous.id < $0 }) ?? true else { return }
        let missing = "fragments \(previous.id.sequence + 1) to \(fragment.id.sequence - 1)"
        note("\(missing) of epoch \(fragment.id.epoch) are missing and nothing says why", fragment, breaks: true)
        found.append(
            gap(from: previous.lastTick, to: fragment.firstTick, frames: 0, .sequenceMissing, fragment.id.epoch)
        )
    }

    /// Adds a gap for frames captured in a fragment's window that neither the fragment nor a stored gap has.
    ///
    /// The window lasts until the next fragment begins, after the fragment's own last frame.
    private mutating func explain(_ fragment: StoredFragment, before next: StoredFragment?) {
        let missing = fragment.captured - fragment.frames
        guard missing > 0 else { return }
        let follows = next?.id.epoch == fragment.id.epoch ? next : nil
        let isAdjacent = follows?.id.sequence == fragment.id.sequence + 1
        let known = recorded.reduce(0) { known, gap in
            let isBefore = follows.map {
                isAdjacent ? gap.firstTick < $0.firstTick : gap.firstTick <= fragment.lastTick
            }
            let isHere =
                gap.reason.isInsideFragments && gap.epoch == fragment.id.epoch
                && gap.firstTick >= fragment.firstTick && isBefore ?? true
            return isHere ? known + gap.frames : known
        }
        guard missing > known else { return }
        found.append(
            gap(
                from: fragment.firstTick,
                to: fragment.lastTick,
                frames: missing - known,
                .notEncoded,
                fragment.id.epoch
            )
        )
    }

    /// Notes that the file of a fragment is gone: one finding and one gap for all its consecutive fragments.
    private mutating func lose(_ fragment: StoredFragment) {
        guard var run = gone, run.last == previous?.id, run.first.segment.id == fragment.segment.id else {
            gone = Gone(
                first: fragment, last: fragment.id, frames: fragment.frames, finding: result.findings.count,
                gap: found.count)
            return fail(fragment, .fileMissing, "its file is gone", at: fragment.offset)
        }
        (run.last, run.frames) = (fragment.id, run.frames + fragment.frames)
        gone = run
        result.damaged.insert(fragment.id)
        result.findings[run.finding] = Verification.Finding(
            text: "fragments \(run.first.id) to \(fragment.id): their file is gone", path: run.first.segment.path,
            offset: run.first.offset, breaks: true)
        found[run.gap] = gap(
            from: run.first.firstTick, to: fragment.lastTick, frames: run.frames, .fileMissing, fragment.id.epoch)
    }

    private mutating func fail(_ fragment: StoredFragment, _ reason: GapReason, _ text: String, at offset: Int) {
        result.damaged.insert(fragment.id)
        result.findings.append(
            Verification.Finding(
                text: text.hasPrefix("fragment ") ? text : "fragment \(fragment.id): \(text)",
                path: fragment.segment.path,
                offset: offset,
                breaks: true
            )
        )
        found.append(
            gap(from: fragment.firstTick, to: fragment.lastTick, frames: fragment.frames, reason, fragment.id.epoch)
        )
    }

    private mutating func note(_ text: String, _ fragment: StoredFragment, breaks: Bool) {
        result.findings.append(
            Verification.Finding(text: text, path: fragment.segment.path, offset: fragment.offset, breaks: breaks)
        )
    }

    private mutating func note(_ text: String, _ path: String, _ offset: Int?) {
        result.findings.append(Verification.Finding(text: text, path: path, offset: offset, breaks: false))
    }

    private func gap(from first: Tick, to last: Tick, frames: Int, _ reason: GapReason, _ epoch: Int) -> Gap {
        Gap(
            recording: result.recording,
            epoch: epoch,
            firstTick: first,
            lastTick: last,
            frames: frames,
            reason: reason
        )
    }
}
