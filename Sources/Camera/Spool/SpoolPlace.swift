// SPDX-License-Identifier: Apache-2.0
import Media
import Wire

/// The spool's position in the running epoch.
struct SpoolPlace: Sendable {
    private(set) var epoch: String?
    /// The last epoch whose account was stored, which happens before its first fragment.
    var accounted: String?
    /// The epoch of the newest fragment, which the disk may not have stored, and the first tick of its first one.
    private var first: (epoch: String, tick: Int64)?
    var sequence = 0
    var segment = 0
    /// When the last stored frame ends.
    private(set) var end: Int64 = 0
    var total = 0

    /// Notes a fragment before it is stored.
    mutating func see(_ entry: Spool.Entry) {
        let epoch = entry.epoch.id ?? ""
        if first?.epoch != epoch { first = (epoch, entry.closed.fragment.firstTick.rawValue) }
    }

    mutating func begin(_ id: String) { self = SpoolPlace(epoch: id, accounted: accounted, first: first) }

    /// Begins anew, because what was stored is gone.
    mutating func forget() { self = SpoolPlace(accounted: accounted, first: first) }

    /// The footage between the last stored fragment and another one, which the disk did not store.
    func hole(before entry: Spool.Entry) -> LostFootage? {
        let fragment = entry.closed.fragment
        guard fragment.sequence > sequence + 1 else { return nil }
        let from = sequence == 0 ? first?.tick ?? fragment.firstTick.rawValue : end
        return LostFootage(
            sequences: sequence + 1...fragment.sequence - 1,
            ticks: from...max(from, fragment.firstTick.rawValue - fragment.interval),
            before: total, frames: max(0, entry.total - entry.captured - total), reason: GapReason.spoolFailed.rawValue)
    }

    /// The footage after the last stored fragment, up to one that the disk refused.
    func lost(through entry: Spool.Entry) -> LostFootage? {
        let fragment = entry.closed.fragment
        return tail(
            of: Spool.Ending(
                epoch: entry.epoch.id ?? "", lastSequence: fragment.sequence, lastTick: fragment.lastTick.rawValue,
                total: entry.total))
    }

    /// The footage after the last stored fragment.
    func tail(of ending: Spool.Ending) -> LostFootage? {
        let (sequence, total) = epoch == ending.epoch ? (sequence, total) : (0, 0)
        guard ending.lastSequence > sequence else { return nil }
        let begin = first.flatMap { $0.epoch == ending.epoch ? $0.tick : nil } ?? ending.lastTick
        let from = epoch == ending.epoch && sequence > 0 ? end : begin
        return LostFootage(
            sequences: sequence + 1...ending.lastSequence, ticks: from...max(from, ending.lastTick), before: total,
            frames: max(0, ending.total - total), reason: GapReason.spoolFailed.rawValue)
    }

    mutating func move(behind entry: Spool.Entry) {
        (sequence, segment) = (entry.closed.fragment.sequence, entry.closed.segment)
        let fragment = entry.closed.fragment
        (end, total) = ((fragment.lastTick + fragment.interval).rawValue, entry.total)
    }
}

extension Fragment {
    /// The average ticks from frame to frame; 0 for a single frame.
    fileprivate var interval: Int64 { Tick.interval(of: frames, from: firstTick, to: lastTick) }
}
