// SPDX-License-Identifier: Apache-2.0
import Footage
import Media
import Tasks
import Viewing
import Wire

/// Finds the frames of past moments in the spool.
struct SpoolFrames: Sendable {
    /// A frame in the spool, with the clock of its epoch.
    private struct Found {
        let place: FramePlace
        let clock: EpochClock

        var utc: Int64 { clock.utc(of: place.position.tick) }

        /// The announced time between two frames, in nanoseconds.
        var interval: Int64 { Tick(rawValue: clock.account?.nominalInterval ?? 3_000).nanoseconds }
    }

    private enum Answer {
        case frame(Found)
        /// The moment may be in the fragment that is still being captured or written.
        case pending
        case missing(MissingMoment)
    }

    /// How long a fragment that is not in the spool yet is awaited: the longest is 4 s, and a slow disk needs some more.
    private static let patience = Duration.seconds(8)

    /// How long the first frame after a press is awaited.
    private static let awaitedAfterPress = Duration.seconds(5)

    let spool: Spool
    let status: CaptureStatus
    /// Holds the group of pictures in progress, which is not in the spool yet; nil for none.
    var preview: Preview?

    /// Throws a problem 404 if the spool has no frame of a moment in UTC, and none can come.
    func require(_ utc: Int64) async throws {
        if case .missing(let moment) = try await answer(to: utc) { throw Problem.noPicture(of: utc, moment) }
    }

    /// The frame nearest to a moment in UTC; waits for the fragment in progress, unless its current group has the frame.
    ///
    /// Throws a problem 404 if there is none, because frames are missing there.
    func frame(at utc: Int64) async throws -> FootageFrame {
        let found = try await awaited { () async throws -> FootageFrame? in
            switch try await answer(to: utc) {
            case .frame(let found): return try await frame(found)
            case .pending:
                let capture = status.capture
                let tick = Tick(nanoseconds: utc.subtractingSaturating(capture.utcAtTickZero))
                return inProgress(tick, within: (capture.nominalInterval ?? 0) / 2 + 1, epoch: capture.epoch)
            case .missing(let moment): throw Problem.noPicture(of: utc, moment)
            }
        }
        if let found { return found }
        let before = try await neighbours(of: utc).before
        throw Problem.noPicture(
            of: utc, MissingMoment(reason: nil, before: before?.utc, after: nil), trouble: spool.trouble)
    }

    /// The frame nearest to a press, in nanoseconds of the monotonic clock; waits for the first one after it.
    ///
    /// Throws a problem 404 if there is none.
    func frame(press: Int64) async throws -> FootageFrame {
        let (tick, utc) = (Tick(nanoseconds: press), status.capture.utcAtTickZero + press)
        let deadline = ContinuousClock.now + Self.awaitedAfterPress
        while isRunning, .now < deadline {
            if let frame = made(preview?.group(around: tick, epoch: status.capture.epoch), status.capture.epoch) {
                return frame
            }
            // A moment before the group in progress is in the fragment before it.
            if case .frame(let found) = try await answer(to: utc) { return try await frame(found) }
            try await Task.sleep(for: .milliseconds(20))
        }
        return try await frame(at: utc)
    }

    /// The frame that was seen; nil if the spool does not have it.
    ///
    /// Waits for the fragment in progress, unless its current group has the frame.
    func frame(seen: SeenFrame) async throws -> FootageFrame? {
        let store = try await store()
        let tick = Tick(rawValue: seen.tick)
        let found = try await awaited { () async throws -> FootageFrame?? in
            if let frame = inProgress(tick, within: 1, epoch: seen.epoch) { return frame }
            let clocks = try await store.clocks(camera: spool.description.id)
            guard let clock = clocks.last(where: { $0.epoch == seen.epoch }) else {
                return mayCome(seen) ? nil : .some(nil)
            }
            // Encoders and payloaders may round a capture time by one tick.
            let (before, after) = try await store.frames(
                around: FootagePosition(epoch: seen.epoch, tick: tick + 1),
                recording: Spool.recording(epoch: seen.epoch))
            if let before, abs(before.position.tick - tick) <= 1 {
                return try await frame(Found(place: before, clock: clock))
            }
            return after == nil && mayCome(seen) ? nil : .some(nil)
        }
        return found ?? nil
    }

    private var isRunning: Bool { status.capture.phase == .running }

    /// Whether a frame may be in the fragment that is still being captured or written.
    private func mayCome(_ seen: SeenFrame) -> Bool {
        isRunning && status.capture.epoch == seen.epoch
            && Tick(rawValue: seen.tick) <= Tick(nanoseconds: monotonicNanoseconds())
    }

    private func inProgress(_ tick: Tick, within tolerance: Int64, epoch: Int) -> FootageFrame? {
        made(preview?.group(showing: tick, within: tolerance, epoch: epoch), epoch)
    }

    private func made(_ group: FrameGroup?, _ epoch: Int) -> FootageFrame? {
        guard let group, let row = spool.epochs.newest, row.epoch == epoch else { return nil }
        return FootageFrame(group: group, epoch: epoch, utcAtTickZero: row.utcAtTickZero, device: row.device)
    }

    private func store() async throws -> any FootageArchive {
        guard let store = try? await spool.disk.store() else { throw Problem.closedSpool }
        return store
    }

    /// Asks again until there is an answer; nil after the timeout.
    private func awaited<Value>(_ ask: () async throws -> Value?) async throws -> Value? {
        let deadline = ContinuousClock.now + Self.patience
        while true {
            if let value = try await ask() { return value }
            guard .now < deadline else { return nil }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    private func frame(_ found: Found) async throws -> FootageFrame {
        do {
            return FootageFrame(
                group: try await store().group(showing: found.place), epoch: found.clock.epoch,
                utcAtTickZero: found.clock.utc(of: Tick(rawValue: 0)),
                device: found.clock.account?.device ?? CaptureDevice())
        } catch let error as FootageError {
            throw Problem(
                "gone", status: 410, title: "Damaged",
                detail: "the footage of \(found.utc.moment) cannot be read: \(error)")
        }
    }

    /// The frames before and after a moment, from the newest epoch that began before it.
    ///
    /// If the wall clock went back between two epochs, both may have a moment; then the later one counts.
    private func neighbours(of utc: Int64) async throws -> (before: Found?, after: Found?) {
        let store = try await store()
        var later: Found?
        for clock in try await store.clocks(camera: spool.description.id).reversed() {
            let tick = clock.tick + Tick(nanoseconds: utc.subtractingSaturating(clock.utc)).rawValue
            let (before, after) = try await store.frames(
                around: FootagePosition(epoch: clock.epoch, tick: tick),
                recording: Spool.recording(epoch: clock.epoch))
            later = after.map { Found(place: $0, clock: clock) } ?? later
            if let before { return (Found(place: before, clock: clock), later) }
        }
        return (nil, later)
    }

    private func answer(to utc: Int64) async throws -> Answer {
        let (before, after) = try await neighbours(of: utc)
        let distance = { (found: Found) in found.utc.subtractingSaturating(utc).magnitude }
        if let nearest = [before, after].compactMap(\.self).min(by: { distance($0) < distance($1) }) {
            if distance(nearest) <= (nearest.interval / 2 + 1).magnitude { return .frame(nearest) }
            // A camera may deliver fewer frames than it announced: as long as none is missing, the nearest is right.
            if let before, let after, before.place.isFollowed(by: after.place),
                try await gaps(of: before).allSatisfy({ !$0.isBetween(before.utc, after.utc) })
            {
                return .frame(nearest)
            }
        }
        if after == nil, isRunning { return .pending }
        return .missing(
            MissingMoment(
                reason: try await reason(of: utc, before, after), before: before?.utc, after: after?.utc))
    }

    private func reason(of utc: Int64, _ before: Found?, _ after: Found?) async throws -> String? {
        for found in [before, after].compactMap(\.self) {
            let gap = try await gaps(of: found).first { $0.holds(utc, interval: found.interval) }
            if let gap { return gap.reason }
        }
        let interval = (before ?? after)?.interval ?? 0
        if let lost = spool.epochs.all.flatMap(MomentGap.lost).first(where: { $0.holds(utc, interval: interval) }) {
            return lost.reason
        }
        guard let before, let after, before.clock.epoch != after.clock.epoch else { return nil }
        return after.clock.began.rawValue
    }

    /// The gaps in the epoch of a frame.
    private func gaps(of found: Found) async throws -> [MomentGap] {
        try await store().gaps(recording: found.place.fragment.recording).map { MomentGap($0, found.clock) }
    }
}
