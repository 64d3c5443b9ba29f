// SPDX-License-Identifier: Apache-2.0
import Footage
import GStreamer
import Media
import Synchronization
import Wire

/// Compares the frames from the camera with the frames from the encoder, fragment by fragment.
///
/// Counts both independently, by their capture times, so that equal counters are evidence and not a definition.
final class FrameLedger: Sendable {
    private struct State {
        var encoded: [Tick] = []
        var damaged: [Tick] = []
        var dropped: [PadTap.Hole] = []
        var hasBegun = false
        /// The last frame of the windows before.
        var last: Tick?

        /// Removes what was dropped before a window's end, and returns how many frames those from its beginning are.
        ///
        /// A hole without a time belongs to this window.
        mutating func takeDropped(from first: Tick?, before limit: Tick?, base: Int64) -> Int {
            var frames = 0
            dropped.removeAll { hole in
                let tick = hole.time.map { Tick(nanoseconds: base + $0) }
                if let tick, let limit, tick >= limit { return false }
                // Before the epoch's first key frame.
                if let tick, let first, tick < first { return true }
                frames += hole.buffers
                return true
            }
            return frames
        }
    }

    private let camera: PadTap?
    private let packets: PacketTap?
    private let numbersFrames: Bool
    private let state = Mutex(State())

    /// - Parameters:
    ///   - camera: the tap on the source pad of the element named `camera`.
    ///   - packets: the tap on the sink pad of the element named `depayloader`; nil without a network camera.
    ///   - numbersFrames: whether holes in the numbers of the camera's buffers are the only report of frames that the driver dropped.
    init(camera: PadTap?, packets: PacketTap? = nil, numbersFrames: Bool = false) {
        (self.camera, self.packets, self.numbersFrames) = (camera, packets, numbersFrames)
    }

    /// Notes a frame from the encoder.
    func encoded(_ tick: Tick) {
        state.withLock { $0.encoded.append(tick) }
    }

    /// Notes a picture that cannot be read and is left out.
    func damaged(_ tick: Tick) {
        state.withLock { $0.damaged.append(tick) }
    }

    /// Notes frames that the driver reports as dropped, after those that have passed the tap.
    func driverDropped(_ frames: Int) {
        let hole = PadTap.Hole(time: camera?.last, buffers: frames)
        state.withLock { $0.dropped.append(hole) }
    }

    /// The captured frames that no window has counted yet: those of the fragment in progress.
    var waiting: Int {
        state.withLock { state in
            let known = state.encoded.count + state.damaged.count
            // Frames before the epoch's first key frame count nowhere.
            return state.hasBegun ? max(known, camera?.waiting ?? 0) : known
        }
    }

    /// Whether every frame that was captured from a tick on was encoded, up to the newest encoded one, as far as anybody knows yet.
    ///
    /// - Parameters:
    ///   - first: the first tick of the fragment in progress.
    ///   - base: the time on the monotonic clock at running time 0, in nanoseconds.
    func isWhole(from first: Tick, base: Int64) -> Bool {
        guard packets?.hasHoles != true, !(numbersFrames && camera?.hasHoles == true) else { return false }
        return state.withLock { state in
            let encoded = state.encoded.drop { $0 < first }
            guard state.damaged.isEmpty, state.dropped.isEmpty, let last = encoded.last else { return false }
            // A tick is a little longer than the time that it stands for.
            let times = first.nanoseconds - base...last.nanoseconds - base + Tick(rawValue: 1).nanoseconds
            return (camera?.waiting(in: times) ?? 0) <= encoded.count
        }
    }

    /// Counts the captured frames and gaps of the window from a fragment's first tick to the next one's.
    ///
    /// - Parameters:
    ///   - epoch: the number of the epoch.
    ///   - base: the time on the monotonic clock at running time 0, in nanoseconds.
    ///   - tail: the gap reason for frames after the last encoded one, if the capture has ended.
    func settle(
        _ closed: ClosedFragment, epoch: Int, base: Int64, tail: GapReason
    ) -> (captured: Int, gaps: [GapDescription]) {
        let limit = closed.windowEnd
        let captured =
            (camera?.take { running in
                limit.map { Tick(nanoseconds: base + running) < $0 } ?? true
            } ?? []).map { Tick(nanoseconds: base + $0) }
        let holes = packets?.take { running in limit.map { Tick(nanoseconds: base + running) < $0 } ?? true } ?? []
        // Also where drivers report what they drop, so that holes do not pile up.
        let unnumbered = camera?.takeHoles() ?? []
        return state.withLock { state in
            if numbersFrames { state.dropped += unnumbered }
            let encoded = state.encoded.prefix { tick in limit.map { tick < $0 } ?? true }
            state.encoded.removeFirst(encoded.count)
            let broken = state.damaged.prefix { tick in limit.map { tick < $0 } ?? true }
            state.damaged.removeFirst(broken.count)
            let first = state.hasBegun ? nil : closed.fragment.firstTick
            state.hasBegun = true
            // Frames before the epoch's first key frame count nowhere: no decoder could show them. A camera on the network may
            // send some.
            func counting(_ ticks: some Sequence<Tick>) -> [Tick] {
                ticks.filter { tick in first.map { tick >= $0 } ?? true }
            }
            let (seen, known, damaged) = (counting(captured), counting(encoded), counting(broken))
            var gaps = gapsBetween(
                seen, known: Set(known), damaged: damaged, last: closed.fragment.lastTick, tail: tail)
            // Without a tap, the encoder's count is the best available.
            let come = seen.isEmpty ? known : seen
            let losses = PacketLosses(holes, base: base).gaps(among: come, after: state.last, before: limit)
            gaps += losses
            state.last = come.last ?? state.last
            let dropped = state.takeDropped(from: first, before: limit, base: base)
            let lost = dropped + losses.reduce(0) { $0 + $1.frames }
            if dropped > 0 {
                gaps.append(
                    GapDescription(
                        epoch: 0, firstTick: closed.fragment.firstTick.rawValue,
                        lastTick: closed.fragment.lastTick.rawValue, frames: dropped,
                        reason: GapReason.driverDropped.rawValue))
            }
            for index in gaps.indices { gaps[index].epoch = epoch }
            // The same holds for an element that changes times.
            return (max(seen.count, closed.fragment.frames + damaged.count) + lost, gaps)
        }
    }

    private func gapsBetween(
        _ captured: [Tick], known: Set<Tick>, damaged: [Tick], last: Tick, tail: GapReason
    ) -> [GapDescription] {
        let missing = captured.count - known.count
        guard missing > 0 || !damaged.isEmpty else { return [] }
        let broken = Set(damaged)
        let lost = captured.indices.filter { !known.contains(captured[$0]) }
        guard lost.count == missing, lost.count(where: { broken.contains(captured[$0]) }) == broken.count else {
            return retimedGaps(captured, missing: missing, damaged: damaged)
        }
        func reason(_ index: Int) -> GapReason {
            if broken.contains(captured[index]) { return .damagedPicture }
            return captured[index] > last ? tail : .notEncoded
        }
        var runs: [ClosedRange<Int>] = []
        for index in lost {
            if let run = runs.last, run.upperBound == index - 1, reason(run.lowerBound) == reason(index) {
                runs[runs.count - 1] = run.lowerBound...index
            } else {
                runs.append(index...index)
            }
        }
        return runs.map { run in
            gap(
                from: captured[run.lowerBound], to: captured[run.upperBound], frames: run.count,
                reason: reason(run.lowerBound))
        }
    }

    /// The gaps of a pipeline without a tap, or with an element between camera and encoder that changes times: the number of
    /// missing frames is known, but not which ones.
    private func retimedGaps(_ captured: [Tick], missing: Int, damaged: [Tick]) -> [GapDescription] {
        var gaps: [GapDescription] = []
        if let first = damaged.first, let last = damaged.last {
            gaps.append(gap(from: first, to: last, frames: damaged.count, reason: .damagedPicture))
        }
        if let first = captured.first, let last = captured.last, missing > damaged.count {
            gaps.append(gap(from: first, to: last, frames: missing - damaged.count, reason: .notEncoded))
        }
        return gaps
    }

    private func gap(from first: Tick, to last: Tick, frames: Int, reason: GapReason) -> GapDescription {
        GapDescription(
            epoch: 0, firstTick: first.rawValue, lastTick: last.rawValue, frames: frames, reason: reason.rawValue)
    }
}
