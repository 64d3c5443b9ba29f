// SPDX-License-Identifier: Apache-2.0
import Media
import Logging
import SystemPackage
import Wire

@testable import Footage

/// Compares an archive with the frames that the simulated camera made.
struct Judge {
    let truth: Truth
    /// The gap reasons that the faults of the run explain.
    let reasons: Set<String>
    /// Whether an earlier state of a node was restored, so that confirmed frames may be missing, with a reason.
    let wasRestored: Bool
    /// Whether the wall clock was stepped, so that the length of a camera's absence is unknown.
    let clockStepped: Bool
    /// Whether a recording must begin where it was started, although the camera heard of that later.
    let beginsAtStart: Bool
    /// Whether the camera lied: then no more is judged than that each stored frame is one that was captured.
    let isLied: Bool
    /// Whether the recorder deletes old footage, so that recordings begin later than was promised.
    let isTrimmed: Bool

    /// The errors in an archive, as sentences.
    func problems(in archive: FilePath) async throws -> [String] {
        let store = try await FootageStore(readingDirectory: archive)
        var problems: [String] = []
        for recording in try await store.recordings() {
            problems += try await judge(recording, in: store).map { "\(recording.id): \($0)" }
        }
        try await store.close()
        return problems
    }

    private func judge(_ recording: Recording, in store: FootageStore) async throws -> [String] {
        guard !isLied else { return try await judgeLied(recording, in: store) }
        var problems: [String] = []
        let verification = try await store.verify(recording: recording.id)
        problems += verification.findings.filter {
            // Other findings are notes, for example about bytes that a failed write left.
            $0.breaks || !wasRestored && $0.text.contains("more than its camera accounted for")
        }.map { "verify finds: \($0.text)" }
        let gaps = verification.gaps
        if let deleted = truth.locked[recording.id], recording.deletedFrames > deleted, !wasRestored {
            problems.append("\(recording.deletedFrames - deleted) frames were deleted from it although it is locked")
        }
        if recording.state == .stopped, verification.account.state == .open { problems.append("its account is open") }
        for gap in gaps where gap.frames > 0 || gap.isUncounted {
            if !reasons.contains(gap.reason.rawValue) {
                problems.append(
                    "\(gap.frames) frames of epoch \(gap.epoch), fragments \(gap.sequences.map { "\($0)" } ?? "-"), are "
                        + "missing for \(gap.reason.rawValue), which no fault explains")
            }
        }
        let clocks = try await store.clocks(camera: recording.camera)
        var ids: [Int: String] = [:]
        for clock in clocks { ids[clock.epoch] = clock.account?.id }
        let fragments = try await store.fragments(recording: recording.id)
        problems += try await compare(fragments, ids, in: store)
        guard let begin = recording.begin else {
            if !fragments.isEmpty { problems.append("it has footage and no beginning") }
            return problems
        }
        problems += check(begin, of: recording, ids) + checkStart(begin, of: recording, ids)
        guard recording.state == .stopped, let end = recording.end else {
            return problems + ["it is \(recording.state.rawValue) when all is settled"]
        }
        let numbers = Dictionary(ids.map { ($1, $0) }) { first, _ in first }
        // What was captured until the stop, of a recording that was ended without its camera, may be such a gap.
        let isOpen = gaps.contains {
            $0.isUncounted && $0.reason == .neverReceived && $0.epoch == end.after.epoch && $0.sequences == nil
        }
        if !isOpen { problems += check(end, of: recording, numbers) }
        for (place, id) in truth.order.enumerated() {
            guard let number = numbers[id] else {
                problems += unknown(id, at: place, numbers, begin, end)
                continue
            }
            guard number >= begin.after.epoch, number <= end.after.epoch,
                number != begin.after.epoch || begin.after.sequence != RecordingEdge.endOfEpoch
            else { continue }
            let stored = fragments.filter { $0.id.epoch == number }
            problems += account(
                for: id, number, stored, gaps, from: number == begin.after.epoch ? begin : nil,
                to: number == end.after.epoch ? end : nil
            ).map { "epoch \(number): \($0)" }
        }
        return problems
    }

    /// What a lying camera gave must be frames that it captured, under whatever ticks, and the recording must be over.
    private func judgeLied(_ recording: Recording, in store: FootageStore) async throws -> [String] {
        let made = Set(truth.epochs.values.flatMap { $0.frames.compactMap(\.bytes) })
        var problems: [String] = []
        for fragment in try await store.fragments(recording: recording.id) {
            let bytes = try await store.bytes(of: fragment)
            for sample in try FragmentReader(bytes).samples where !made.contains(Array(bytes[sample.range])) {
                problems.append("a frame of fragment \(fragment.id) is none that was captured")
            }
        }
        _ = try await store.verify(recording: recording.id)
        if recording.state != .stopped { problems.append("it is \(recording.state.rawValue) when all is settled") }
        return problems
    }

    /// Each stored frame must equal a captured one byte for byte, and none may be stored twice.
    private func compare(
        _ fragments: [StoredFragment], _ ids: [Int: String], in store: FootageStore
    ) async throws -> [String] {
        var problems: [String] = []
        var seen: [Int: Set<Int64>] = [:]
        var made: [String: [Int64: [UInt8]]] = [:]
        for fragment in fragments {
            guard let id = ids[fragment.id.epoch], let epoch = truth.epochs[id] else {
                problems.append("fragment \(fragment.id) belongs to no epoch of the camera")
                continue
            }
            if made[id] == nil {
                made[id] = Dictionary(
                    epoch.frames.compactMap { frame in frame.bytes.map { (frame.tick.rawValue, $0) } }
                ) {
                    $1
                }
            }
            let bytes = try await store.bytes(of: fragment)
            for sample in try FragmentReader(bytes).samples {
                let tick = fragment.segment.base.rawValue + sample.time
                if made[id]?[tick] != Array(bytes[sample.range]) {
                    problems.append("a frame of fragment \(fragment.id) is none that was captured")
                }
                if !seen[fragment.id.epoch, default: []].insert(tick).inserted {
                    problems.append("a frame of fragment \(fragment.id) is stored twice")
                }
            }
        }
        return problems
    }

    /// The recording must begin at the place that the camera first reported.
    private func check(_ begin: RecordingEdge, of recording: Recording, _ ids: [Int: String]) -> [String] {
        guard let promised = truth.begins[recording.id], !wasRestored, !isTrimmed else { return [] }
        let id = ids[begin.after.epoch]
        if promised.isNext {
            let isThere = begin.after.sequence == RecordingEdge.endOfEpoch
            return id == promised.epoch && isThere
                ? [] : ["it begins at \(begin) and not behind the epoch that was told"]
        }
        // Fragments that do not start with a key frame cannot be shown, and are left out.
        let isThere =
            promised.sequence - 1 <= begin.after.sequence
            && (promised.sequence..<begin.after.sequence + 1).allSatisfy { sequence in
                truth.epochs[promised.epoch ?? ""].map { epoch in
                    sequence <= epoch.syncs.count + 1 && !(epoch.syncs + [epoch.isSync])[sequence - 1]
                } ?? false
            }
        return id == promised.epoch && isThere
            ? [] : ["it begins at \(begin) and not at fragment \(promised.sequence) of \(promised.epoch ?? "-")"]
    }

    /// The recording must not begin behind the frame that was captured next when it was started.
    private func checkStart(_ begin: RecordingEdge, of recording: Recording, _ ids: [Int: String]) -> [String] {
        guard beginsAtStart, let start = truth.starts[recording.id], let epoch = truth.epochs[start.epoch],
            start.frames < epoch.durable
        else { return [] }
        let (id, last) = (ids[begin.after.epoch] ?? "", begin.after.sequence)
        let place = (id: truth.order.firstIndex(of: id) ?? 0, start: truth.order.firstIndex(of: start.epoch) ?? 0)
        let total = last > 0 && last <= epoch.totals.count ? epoch.totals[last - 1] : last > 0 ? epoch.frames.count : 0
        guard place.id > place.start || place.id == place.start && total > start.frames + 1 else { return [] }
        // Fragments that do not start with a key frame cannot be shown, and are left out.
        let first = epoch.totals.firstIndex { $0 > start.frames } ?? epoch.totals.count
        if place.id == place.start, last <= epoch.syncs.count, first < last, !epoch.syncs[first..<last].contains(true) {
            return []
        }
        return ["it begins at \(begin) and was started after \(start.frames) frames of epoch \(start.epoch)"]
    }

    /// The recording must not end before what was captured when it was stopped.
    private func check(_ end: RecordingEdge, of recording: Recording, _ numbers: [String: Int]) -> [String] {
        guard let stop = truth.stops[recording.id], !wasRestored, let epoch = truth.epochs[stop.epoch],
            epoch.isInOrder || stop.frames <= epoch.durable, stop.frames > 0
        else { return [] }
        guard let number = numbers[stop.epoch] else { return ["it was stopped in an epoch that it does not know"] }
        let last = end.after.sequence
        let total = last > 0 && last <= epoch.totals.count ? epoch.totals[last - 1] : last > 0 ? epoch.frames.count : 0
        guard end.after.epoch < number || end.after.epoch == number && total < stop.frames else { return [] }
        return ["it ends at \(end) and was stopped after \(stop.frames) frames of epoch \(number)"]
    }

    /// An epoch that the recorder does not know may contain only frames that were not yet durable when the camera was killed.
    private func unknown(
        _ id: String, at place: Int, _ numbers: [String: Int], _ begin: RecordingEdge, _ end: RecordingEdge
    ) -> [String] {
        guard let epoch = truth.epochs[id], epoch.durable > 0, !wasRestored else { return [] }
        let before = truth.order[..<place].compactMap { numbers[$0] }.max() ?? 0
        let after = truth.order[place...].compactMap { numbers[$0] }.min()
        guard before >= begin.after.epoch, let after, after <= end.after.epoch else { return [] }
        return [
            "the recorder never heard of an epoch with \(epoch.frames.count) frames, \(epoch.durable) of them on disk"
        ]
    }

    /// Stored frames and frames in gaps must add up to the captured ones, without overlap.
    private func account(
        for id: String, _ number: Int, _ stored: [StoredFragment], _ gaps: [Gap], from begin: RecordingEdge?,
        to end: RecordingEdge?
    ) -> [String] {
        guard let epoch = truth.epochs[id] else { return [] }
        func total(at sequence: Int) -> Int {
            if sequence <= 0 { return 0 }
            return sequence <= epoch.totals.count ? epoch.totals[sequence - 1] : epoch.frames.count
        }
        let lower = begin.map { total(at: $0.after.sequence) } ?? 0
        let upper = end.map { total(at: $0.after.sequence) } ?? epoch.frames.count
        if let told = end?.total, told != upper, epoch.isInOrder || told < epoch.durable {
            return ["it ends at \(told) frames, \(upper) were captured up to there"]
        }
        var ranges: [(range: Range<Int>, what: String)] = []
        for fragment in stored {
            guard let before = fragment.before, let total = fragment.total else {
                return ["fragment \(fragment.id) has no total"]
            }
            if fragment.source == .unconfirmed, before + fragment.frames > epoch.frames.count {
                return ["fragment \(fragment.id) has frames that were not captured"]
            }
            ranges.append((before..<total, "fragment \(fragment.id.sequence) (\(fragment.source.rawValue))"))
        }
        for gap in gaps where gap.epoch == number && gap.frames > 0 {
            guard let before = gap.before else {
                if gap.reason.isInsideFragments { continue }
                // A restored camera, or one that is given up, has not told where the recording began.
                if wasRestored || reasons.contains("never-received"), let begin, begin.total == nil { return [] }
                return ["a gap of \(gap.frames) frames does not say where it is"]
            }
            ranges.append((before..<before + gap.frames, "a gap (\(gap.reason.rawValue))"))
        }
        ranges.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
        var (at, unsaid, problems) = (lower, 0, [String]())
        // It may have gone on before its end was known: what is stored behind belongs to it no more.
        for (range, what) in ranges where range.upperBound > lower && (end == nil || range.lowerBound < upper) {
            if range.lowerBound < at, range.lowerBound >= lower {
                problems.append(
                    "frames \(range.lowerBound)..<\(min(at, range.upperBound)) are in \(what) and elsewhere")
            }
            if range.lowerBound > at {
                unsaid += range.lowerBound - at
                problems.append("frames \(at)..<\(range.lowerBound) are neither stored nor in a gap")
            }
            at = max(at, range.upperBound)
        }
        if at > epoch.frames.count {
            problems.append("\(at - epoch.frames.count) frames more are accounted for than were captured")
        }
        guard at < upper else { return problems }
        // The rest is the end of the epoch.
        let open = upper - at
        let last = vague(behind: number, gaps, isLast: end != nil)
        let isSettled = end != nil && end?.total == nil && last?.reason == .neverReceived
        if !wasRestored, !isSettled, epoch.isInOrder || at < epoch.durable {
            problems.append(
                "the last \(open) of \(upper) frames are neither stored nor in a gap (\(epoch.durable) were on disk)")
        } else if let last {
            if let most = last.atMost, most < open, !clockStepped, !wasRestored {
                problems.append("\(open) frames are missing behind a kill, and at most \(most) are said to be")
            }
        } else {
            problems.append("the last \(open) frames went with a kill, and no gap says so")
        }
        return problems
    }

    /// The gap for the uncounted frames at the end of an epoch, before the next epoch that the recorder knows or at the end of the
    /// recording.
    private func vague(behind number: Int, _ gaps: [Gap], isLast: Bool) -> Gap? {
        let vague = gaps.filter(\.isUncounted)
        if isLast { return vague.filter { $0.epoch == number }.max { $0.lastTick < $1.lastTick } }
        return vague.filter { $0.epoch > number }.min { $0.epoch < $1.epoch }
    }

    /// Logs the content of an archive, for a trace.
    func report(_ archive: FilePath, to log: RunLog) async throws {
        let store = try await FootageStore(readingDirectory: archive)
        for recording in try await store.recordings() {
            log.say(
                "archive",
                "\(recording.id): \(recording.state.rawValue) from \(recording.begin as Any) to \(recording.end as Any)"
            )
            for clock in try await store.clocks(camera: recording.camera) {
                let made = clock.account.flatMap { truth.epochs[$0.id] }
                log.say(
                    "archive",
                    "epoch \(clock.epoch): \(clock.account as Any), made \(made?.frames.count ?? -1) frames, on disk "
                        + "\(made?.durable ?? -1), totals \(made?.totals ?? [])")
            }
            for fragment in try await store.fragments(recording: recording.id) {
                log.say(
                    "archive",
                    "fragment \(fragment.id) \(fragment.source.rawValue): \(fragment.before ?? -1)..<\(fragment.total ?? -1)"
                )
            }
            for gap in try await store.gaps(recording: recording.id) {
                log.say(
                    "archive",
                    "gap in epoch \(gap.epoch), fragments \(gap.sequences.map { "\($0)" } ?? "-"), "
                        + "\(gap.frames) frames behind \(gap.before ?? -1), \(gap.reason.rawValue), ticks \(gap.firstTick) to "
                        + "\(gap.lastTick)\(gap.isUncounted ? ", at most \(gap.atMost ?? -1) more" : "")")
            }
        }
        try await store.close()
    }
}
