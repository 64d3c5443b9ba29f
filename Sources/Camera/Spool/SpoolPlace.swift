// SPDX-License-Identifier: Apache-2.0
import Media
import Wire

/// The spool's position in the running epoch.
struct SpoolPlace: Sendable {
    private(set) var epoch: String?
    /// The last epoch whose account was stored, which happens before its first fragment.
    var accounted: String?
    var firstTick: Int64 = 0
    var sequence = 0
    var segment = 0
    var tick: Int64 = 0
    var total = 0

    mutating func begin(_ id: String, at first: Tick) {
        self = SpoolPlace(epoch: id, accounted: accounted, firstTick: first.rawValue)
    }

    /// The footage between the last stored fragment and another one, which the disk did not store.
    func hole(before entry: Spool.Entry) -> LostFootage? {
        let fragment = entry.closed.fragment
        guard fragment.sequence > sequence + 1 else { return nil }
        let first = sequence == 0 ? firstTick : tick
        return LostFootage(
            sequences: sequence + 1...fragment.sequence - 1, ticks: first...max(first, fragment.firstTick.rawValue),
            before: total, frames: max(0, entry.total - entry.captured - total), reason: GapReason.spoolFailed.rawValue)
    }

    /// The footage after the last stored fragment.
    func tail(of ending: Spool.Ending) -> LostFootage? {
        let (sequence, total) = epoch == ending.epoch ? (sequence, total) : (0, 0)
        guard ending.lastSequence > sequence else { return nil }
        let first = epoch == ending.epoch && sequence > 0 ? tick : ending.lastTick
        return LostFootage(
            sequences: sequence + 1...ending.lastSequence, ticks: first...max(first, ending.lastTick), before: total,
            frames: max(0, ending.total - total), reason: GapReason.spoolFailed.rawValue)
    }

    mutating func move(behind entry: Spool.Entry) {
        (sequence, segment) = (entry.closed.fragment.sequence, entry.closed.segment)
        (tick, total) = (entry.closed.fragment.lastTick.rawValue, entry.total)
    }
}
