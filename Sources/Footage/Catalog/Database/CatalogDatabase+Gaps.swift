// SPDX-License-Identifier: Apache-2.0

import GRDB
import Media

extension CatalogDatabase {
    /// Stores gaps, all or none; for a known stretch and reason only updates the numbers.
    func add(_ gaps: [Gap]) throws {
        guard !gaps.isEmpty else { return }
        try write { db in
            for gap in gaps { try Self.insert(gap, db) }
        }
    }

    func gaps(_ recording: String) throws -> [Gap] {
        try read { db in
            try Row.fetchAll(
                db.cachedStatement(sql: "SELECT * FROM gap WHERE recording = ? ORDER BY epoch, firstTick, id"),
                arguments: [recording]
            ).map { row in
                let gap = try Gap(row: row)
                guard !gap.reason.isKnown else { return gap }
                // A gap with fragment numbers stands for whole fragments only if it has `before`.
                let isInside = gap.sequences == nil ? try Self.isInWindow(gap, db) : gap.before == nil
                return gap.placed(inside: isInside)
            }
        }
    }

    /// Whether a gap lies in the window of a stored fragment, which ends at the first tick of the next number.
    ///
    /// If the next number is not stored, the window ends at the last frame. Frames are missing after the last fragment of an epoch
    /// if more were captured than it holds.
    private static func isInWindow(_ gap: Gap, _ db: Database) throws -> Bool {
        let sql = """
            SELECT f.lastTick, f.captured - f.frames AS missing,
                EXISTS (SELECT 1 FROM fragment n WHERE n.recording = f.recording AND n.epoch = f.epoch
                    AND n.sequence = f.sequence + 1) AS hasNext,
                EXISTS (SELECT 1 FROM fragment n WHERE n.recording = f.recording AND n.epoch = f.epoch
                    AND n.sequence > f.sequence) AS hasLater
            FROM fragment f JOIN segment s ON s.id = f.segment
            WHERE s.garbage = 0 AND f.recording = ? AND f.epoch = ? AND f.firstTick <= ?
            ORDER BY f.firstTick DESC LIMIT 1
            """
        let arguments: StatementArguments = [gap.recording, gap.epoch, gap.firstTick.rawValue]
        guard gap.frames > 0, let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) else {
            return false
        }
        let (missing, hasNext, hasLater): (Int, Bool, Bool) = (row["missing"], row["hasNext"], row["hasLater"])
        return gap.firstTick <= row.tick("lastTick") || hasNext || !hasLater && missing >= gap.frames
    }

    /// Removes a fragment that arrived late from the gap that stands for it.
    ///
    /// The running totals give the rest of the gap before it and after it.
    static func fill(gapsAround entry: FragmentEntry, _ db: Database) throws {
        let sequence = entry.fragment.sequence
        let statement = try db.cachedStatement(
            sql: """
                SELECT * FROM gap
                WHERE recording = ?1 AND epoch = ?2 AND before IS NOT NULL AND firstSequence <= ?3 AND lastSequence >= ?3
                """)
        let gaps = try Row.fetchAll(statement, arguments: [entry.recording, entry.epoch, sequence])
        for gap in try gaps.map(Gap.init(row:)) {
            try db.cachedStatement(sql: "DELETE FROM gap WHERE id = ?").execute(arguments: [gap.id])
            for rest in gap.without(entry) { try insert(rest, db) }
        }
    }

    /// Stores a gap within a transaction, unless the recording begins after it because its footage was deleted.
    ///
    /// Ticks identify a gap. If another gap has the same ticks but stands for something else, this one gets others.
    static func insert(_ gap: Gap, _ db: Database) throws {
        if try deletedThrough(gap.recording, db)?.isBehind(gap) == true { return }
        var gap = gap
        while try isTaken(gap, db) { gap = gap.apart }
        try db.cachedStatement(
            sql: """
                INSERT INTO gap (recording, epoch, firstTick, lastTick, frames, reason, firstSequence, lastSequence,
                    before, isUncounted, atMost)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (recording, epoch, firstTick, lastTick, reason) DO UPDATE
                    SET (frames, firstSequence, lastSequence, before, isUncounted, atMost) = (excluded.frames,
                        excluded.firstSequence, excluded.lastSequence, excluded.before, excluded.isUncounted,
                        excluded.atMost)
                """
        ).execute(arguments: [
            gap.recording, gap.epoch, gap.firstTick.rawValue, gap.lastTick.rawValue, gap.frames,
            gap.reason.rawValue, gap.sequences?.lowerBound, gap.sequences?.upperBound, gap.before,
            gap.isUncounted, gap.atMost,
        ])
    }

    /// Whether another gap has the same ticks and reason.
    private static func isTaken(_ gap: Gap, _ db: Database) throws -> Bool {
        let sql = """
            SELECT * FROM gap
            WHERE recording = ? AND epoch = ? AND firstTick = ? AND lastTick = ? AND reason = ?
            """
        let known = try Row.fetchOne(
            db.cachedStatement(sql: sql),
            arguments: [
                gap.recording, gap.epoch, gap.firstTick.rawValue, gap.lastTick.rawValue, gap.reason.rawValue,
            ])
        return try known.map { try Gap(row: $0) }.map(gap.isOther) ?? false
    }
}

extension Gap {
    /// Whether it stands for the time before an epoch, and for no fragments.
    var isBoundary: Bool { isBetweenEpochs && sequences == nil }

    /// Whether it stands for other fragments than a gap of the same ticks and reason, or only one of them for the time before an epoch.
    func isOther(than known: Gap) -> Bool {
        guard isBoundary == known.isBoundary else { return true }
        guard let first = sequences?.lowerBound, let other = known.sequences?.lowerBound else { return false }
        return first != other
    }

    /// The same gap with ticks of its own: a tick longer, or a tick earlier before an epoch.
    var apart: Gap {
        let ticks = isBoundary ? firstTick + -1...lastTick + -1 : firstTick...max(firstTick, lastTick + 1)
        return copy(ticks: ticks, frames: frames, sequences: sequences, before: before)
    }

    /// The rest of the gap once one of its fragments has arrived.
    func without(_ entry: FragmentEntry) -> [Gap] {
        let (sequence, fragment) = (entry.fragment.sequence, entry.fragment)
        guard let sequences, let before, let total = entry.total else { return [] }
        let (end, start) = (before + frames, total - entry.captured)
        var rest: [Gap] = []
        // A fragment that a crash has cut short leaves a part of the gap under its own number.
        if sequences.lowerBound < sequence || start > before {
            rest.append(
                copy(
                    ticks: firstTick...max(firstTick, fragment.firstTick), frames: max(0, start - before),
                    sequences: sequences.lowerBound...max(sequences.lowerBound, sequence - 1), before: before))
        }
        if sequences.upperBound > sequence || end > total {
            rest.append(
                copy(
                    ticks: fragment.lastTick...max(fragment.lastTick, lastTick), frames: max(0, end - total),
                    sequences: min(sequences.upperBound, sequence + 1)...sequences.upperBound, before: total))
        }
        return rest
    }

    private func copy(
        ticks: ClosedRange<Tick>, frames: Int, sequences: ClosedRange<Int>?, before: Int?
    ) -> Gap {
        var copy = Gap(
            recording: recording, epoch: epoch, firstTick: ticks.lowerBound, lastTick: ticks.upperBound,
            frames: frames, reason: reason)
        (copy.sequences, copy.before, copy.isUncounted, copy.atMost) = (sequences, before, isUncounted, atMost)
        return copy
    }
}
