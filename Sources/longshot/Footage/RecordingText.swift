// SPDX-License-Identifier: Apache-2.0
import Media
import Wire

/// A recording as text.
enum RecordingText {
    /// A few lines: the recording, its frames at each stage, and the gaps with their reasons.
    ///
    /// - Parameters:
    ///   - there: the ids of the cameras that are connected with its recorder; nil if that does not run.
    ///   - names: the names that are shown with it.
    static func lines(
        _ recording: RecordingDescription, there: Set<String>?, _ names: DistinctNames = DistinctNames([])
    ) -> [String] {
        let isResting = there == nil
        let isAway = there.map { !$0.contains(recording.camera) } ?? false
        let isOpen = [.recording, .waiting].contains(recording.state)
        let phase =
            isResting && isOpen
            ? "goes on when the recorder runs"
            : isAway && recording.state == .recording ? "waiting for the camera" : recording.state.rawValue
        let formats =
            recording.formats?.joined(separator: ", ") ?? onlyFormat(recording)
            ?? (recording.state == .stopped ? "no picture" : "no picture yet")
        // Its export is longer: the time between two epochs counts there.
        let unit = recording.gaps.contains(where: \.isBetweenEpochs) ? " of video" : ""
        var lines = [
            "\(recording.id)  \(names.text(recording.camera, recording.cameraName))  \(phase)  "
                + "\(Format.moment(recording.capturedFrom ?? recording.startedAt))  \(Format.duration(recording.duration))\(unit)  "
                + "\(ByteSize.text(recording.bytes))  \(formats)",
            "  frames: \(counters(of: recording))",
        ]
        if let whole = completeness(recording.frames, missing(in: recording), isSoFar: recording.state != .stopped) {
            lines.append("  \(whole)")
        }
        if recording.isLocked { lines[0] += "  locked" }
        if let deleted = recording.deletedFrames {
            lines.append("  deleted to make room: \(deleted.counted("frame")), from its start")
        }
        if let live = recording.live { lines.append("  live: \(second(live))") }
        if let backlog = recording.backlog { lines.append("  behind: \(behind(backlog))") }
        if let trouble = recording.liveTrouble { lines.append("  \(trouble)") }
        if let trouble = recording.trouble { lines.append("  TROUBLE: \(trouble)") }
        lines += few(recording.gaps.map { "  \(line($0))" }, "gaps")
        return lines
    }

    private static func onlyFormat(_ recording: RecordingDescription) -> String? {
        guard let codec = recording.codec, let width = recording.width, let height = recording.height else {
            return nil
        }
        return "\(codec) \(width)x\(height)"
    }

    /// The first lines of many, and how many more there are.
    static func few(_ lines: [String], _ kind: String) -> [String] {
        let most = 20
        guard lines.count > most else { return lines }
        return lines.prefix(most) + ["  and \(lines.count - most) more \(kind): --json lists all"]
    }

    /// The recording in a few words: its id, camera, length and size.
    ///
    /// - Parameter names: the names that are shown with it.
    static func short(_ recording: RecordingDescription, _ names: DistinctNames) -> String {
        "\(recording.id)  \(names.text(recording.camera, recording.cameraName))  \(Format.duration(recording.duration))  "
            + "\(ByteSize.text(recording.bytes))"
    }

    /// The counters of a recording, and whether frames are missing that nobody counted.
    static func counters(of recording: RecordingDescription) -> String {
        counters(recording.frames) + missing(in: recording).addition
    }

    /// The missing frames of a recording, as its counters and its gaps say.
    static func missing(in recording: RecordingDescription) -> MissingFrames {
        var missing = MissingFrames(recording.gaps.map(\.missing))
        missing.counted = recording.frames.missing
        return missing
    }

    /// The counters, in the order in which a frame passes the stages.
    static func counters(_ frames: FrameCounters) -> String {
        var stations = [("captured", frames.captured), ("encoded", frames.encoded)]
        if let spooled = frames.spooled { stations.append(("spooled", spooled)) }
        stations += [("received live", frames.received), ("stored", frames.persisted)]
        if let decodable = frames.decodable { stations.append(("decodable", decodable)) }
        stations.append(("missing", frames.missing))
        return stations.map { "\($0.1) \($0.0)" }.joined(separator: " · ")
    }

    /// How much of the captured video is stored, and how it came; nil if nothing is stored.
    private static func completeness(_ frames: FrameCounters, _ missing: MissingFrames, isSoFar: Bool) -> String? {
        guard frames.captured > 0, frames.persisted > 0 else { return nil }
        let (backfilled, unconfirmed) = (frames.backfilled ?? 0, frames.unconfirmed ?? 0)
        let share = percentage(frames.captured - frames.missing, of: frames.captured)
        let complete =
            "complete: \(share)\(missing.isUncounted ? " of what was counted" : "")\(isSoFar ? " so far" : "")"
        // Of footage that is damaged, nobody counts how it came.
        guard backfilled + unconfirmed <= frames.persisted else { return complete }
        // What did not come live is rounded up, so that the parts add up to 100 %.
        let others = [(backfilled, "fetched"), (unconfirmed, "never confirmed")].filter { $0.0 > 0 }.map {
            (min(1_000, ($0.0 * 1_000 + frames.persisted - 1) / frames.persisted), $0.1)
        }
        let live = [(1_000 - others.reduce(0) { $0 + $1.0 }, "live")].filter { $0.0 > 0 }
        let words = (live + others).map { "\(percentage($0.0, of: 1_000)) \($0.1)" }
        return "\(complete); " + words.joined(separator: ", ")
    }

    /// Rounded down: 100 % means all.
    private static func percentage(_ part: Int, of whole: Int) -> String {
        let thousandths = max(0, part) * 1_000 / whole
        return thousandths == 1_000 ? "100 %" : "\(Format.decimal(Double(thousandths) / 10, 1)) %"
    }

    /// The statistics of one second of live video.
    private static func second(_ live: LiveStatistics) -> String {
        var words = ["\(Format.decimal(Double(live.bitsPerSecond) / 1e6, 1)) Mbit/s", live.frames.counted("frame")]
        if let latency = live.latency, let slowest = live.slowest {
            words.append("\(Format.delay(latency)) after capture, the slowest \(Format.delay(slowest))")
        }
        words.append("\(live.lost.counted("packet")) lost, \(live.repeated) repeated, \(live.late) late")
        words.append("jitter \(Format.delay(live.jitter))")
        if let roundTrip = live.roundTrip { words.append("round trip \(Format.delay(roundTrip))") }
        return words.joined(separator: " · ")
    }

    /// The backlog, and the time that it will take.
    private static func behind(_ backlog: Backlog) -> String {
        let left = backlog.secondsLeft.map { ", \(Format.duration(Int64($0) * 1_000_000_000)) to go" } ?? ""
        return "\(Format.duration(backlog.duration)) of video, \(ByteSize.text(backlog.bytes)) in "
            + "\(backlog.fragments.counted("fragment")), on the camera\(left)"
    }

    /// A gap with its name: `pause` for time in which nothing was captured and of which nothing is missing.
    static func line(_ gap: GapDescription) -> String { "\(gap.isPause ? "pause" : "gap"): \(self.gap(gap))" }

    /// A gap and its reason.
    static func gap(_ gap: GapDescription) -> String {
        let reason =
            GapReason(rawValue: gap.reason).explanation.map { "\(gap.reason) (\($0))" }
            ?? "reason given by the camera: \(gap.reason)"
        var unknown = gap.missing
        unknown.counted = 0
        let uncounted = unknown.isUncounted ? "; \(unknown.text)" : ""
        let when = gap.from.map { "\(Format.moment($0)), " } ?? ""
        let length = gap.to.flatMap { to in gap.from.map { "\(Format.duration(to - $0)), " } } ?? ""
        if gap.isBetweenEpochs { return "\(when)\(length)before epoch \(gap.epoch): \(reason)\(uncounted)" }
        if gap.frames == 0 { return "\(when)after the last frame of epoch \(gap.epoch): \(reason)\(uncounted)" }
        // From the first frame to the last: their number times the time between two is more by one of these.
        let ticks = max(0, gap.lastTick - gap.firstTick)
        let span = Tick(rawValue: ticks + ticks / Int64(max(1, gap.frames - 1))).nanoseconds
        // A single frame has no length.
        let over = span < 1_000_000 ? "" : " over \(Format.duration(span))"
        let frames = gap.frames.counted("frame")
        return "\(when)\(frames)\(over) in epoch \(gap.epoch): \(reason)\(uncounted)"
    }
}

extension GapDescription {
    fileprivate var missing: MissingFrames { MissingFrames(frames, isUncounted: isUncounted == true, atMost: atMost) }
}

extension [RecordingDescription] {
    /// The recordings with the present names of their cameras, so that a camera that was renamed has one name everywhere.
    func named(by cameras: [CameraLinkState]) -> [RecordingDescription] {
        let present = Dictionary(cameras.map { ($0.camera ?? "", $0.name) }) { first, _ in first }
        return map { recording in
            var named = recording
            if let name = present[recording.camera] ?? nil { named.cameraName = name }
            return named
        }
    }
}
