// SPDX-License-Identifier: Apache-2.0
import Footage
import Media
import Wire

/// Recovery of the epochs of earlier runs.
extension EpochBook {
    /// Completes the accounts from the spool's catalog: an epoch that still runs was killed, and footage that neither the spool nor
    /// the account has was lost with the program.
    ///
    /// - Parameter now: the time, in nanoseconds since 1970 UTC.
    func complete(from store: any FootageArchive, camera: String, now: Int64) async throws {
        var numbers: [Int: String] = [:]
        // Earlier versions made an epoch for each attempt to open a camera: thousands in a night without one.
        // Errors are ignored, because a full disk refuses writes but can be read.
        try? await store.endRecordings(of: camera, before: Spool.recording(epoch: .max), epoch: .max, at: now)
        var bare: [EpochClock] = []
        for clock in try await store.clocks(camera: camera) {
            let id = clock.account?.id ?? RandomID.fresh()
            numbers[clock.epoch] = id
            add(EpochDescription(clock, id: id))
            has(footageOf: id, as: clock.epoch)
            // An epoch from a version without accounts: stores its id, which must outlive this run.
            if clock.account == nil { bare.append(clock.identified(id)) }
        }
        try? await store.set(bare)
        for row in earlier {
            guard let id = row.id, row.captured != nil else { continue }
            let pieces = try await pieces(of: row, in: store, hasFootage: numbers[row.epoch] == id)
            var changed = row
            if row.ended == .running {
                changed.ended = .killed
                // Behind what is stored, the disk may have refused some.
                let newest = (pieces + (row.lost ?? [])).max { $0.lastSequence < $1.lastSequence }
                if let newest, newest.lastSequence > (row.lastSequence ?? 0) {
                    (changed.lastSequence, changed.lastTick) = (newest.lastSequence, newest.lastTick)
                    changed.captured = newest.before + newest.frames
                }
                let last = row.utcAtTickZero &+ Tick(rawValue: changed.lastTick ?? 0).nanoseconds
                let span = Tick(nanoseconds: now &- last).rawValue
                // The rate is unknown if the very first epoch was killed before its first picture.
                changed.atMost = now > last ? row.nominalInterval.map { Int(span / max(1, $0)) } : nil
            }
            changed.lost = changed.missing(beside: pieces)
            guard changed != row else { continue }
            update(id) { $0 = changed }
            try? await save(id)
        }
        rememberKill()
    }

    /// The spool's footage of an epoch, as ranges.
    private func pieces(
        of row: EpochDescription, in store: any FootageArchive, hasFootage: Bool
    ) async throws -> [LostFootage] {
        guard hasFootage else { return [] }
        let recording = Spool.recording(epoch: row.epoch)
        var pieces: [LostFootage] = []
        for run in try await store.runs(recording: recording) {
            guard let (first, last) = try await store.ends(of: run, in: recording), let before = first.before,
                let total = last.total
            else { continue }
            pieces.append(
                LostFootage(
                    sequences: run.first...run.last, ticks: first.firstTick.rawValue...last.lastTick.rawValue,
                    before: before, frames: total - before, reason: ""))
        }
        return pieces
    }
}

extension EpochDescription {
    /// An epoch from the spool's catalog.
    fileprivate init(_ clock: EpochClock, id: String) {
        self.init(
            epoch: clock.epoch, began: clock.began.rawValue, utcAtTickZero: clock.utc(of: Tick(rawValue: 0)),
            uncertainty: clock.uncertainty)
        self.id = id
        guard let account = clock.account else { return }
        (predecessor, ended, captured) = (account.predecessor, .running, account.captured)
        (lastSequence, lastTick, nominalInterval) = (0, 0, account.nominalInterval)
        device = account.device
    }

    /// The lost footage of an epoch: known losses, and what neither they nor the spool have.
    fileprivate func missing(beside pieces: [LostFootage]) -> [LostFootage] {
        let known = lost ?? []
        var (sequence, total, tick) = (0, 0, pieces.first?.firstTick ?? known.first?.firstTick ?? 0)
        var all: [LostFootage] = known
        let end = LostFootage(
            sequences: (lastSequence ?? 0) + 1...(lastSequence ?? 0) + 1,
            ticks: (lastTick ?? tick)...(lastTick ?? tick),
            before: captured ?? 0, frames: 0, reason: "")
        let step = nominalInterval ?? 0
        for piece in (known + pieces + [end]).sorted(by: { $0.firstSequence < $1.firstSequence }) {
            if piece.firstSequence > sequence + 1 {
                // From the frame behind the last stored one to the frame before the next.
                let first = sequence == 0 ? tick : tick + step
                let last = piece.firstSequence == end.firstSequence ? piece.firstTick : piece.firstTick - step
                all.append(
                    LostFootage(
                        sequences: sequence + 1...piece.firstSequence - 1, ticks: first...max(first, last),
                        before: total, frames: max(0, piece.before - total),
                        reason: GapReason.cameraRestarted.rawValue))
            }
            guard piece.lastSequence > sequence else { continue }
            (sequence, total, tick) = (piece.lastSequence, piece.before + piece.frames, piece.lastTick)
        }
        return all.merged
    }
}

extension EpochClock {
    /// A copy with an id, for an epoch whose frames were not counted.
    fileprivate func identified(_ id: String) -> EpochClock {
        var copy = self
        copy.account = EpochAccount(id: id, cameraEpoch: epoch, ended: .inOrder, captured: nil)
        return copy
    }
}

extension EpochDescription {
    /// Adds footage that the camera does not have any more, or has never stored.
    mutating func note(_ footage: LostFootage) { lost = ((lost ?? []) + [footage]).merged }
}

extension [LostFootage] {
    /// Sorts the ranges, and merges consecutive ones with the same reason.
    var merged: [LostFootage] {
        sorted { $0.firstSequence < $1.firstSequence }.reduce(into: []) { merged, lost in
            guard var last = merged.last, last.reason == lost.reason, last.lastSequence + 1 >= lost.firstSequence else {
                return merged.append(lost)
            }
            last.frames = Swift.max(last.frames, lost.before + lost.frames - last.before)
            last.lastSequence = Swift.max(last.lastSequence, lost.lastSequence)
            last.lastTick = Swift.max(last.lastTick, lost.lastTick)
            merged[merged.count - 1] = last
        }
    }
}
