// SPDX-License-Identifier: Apache-2.0

import GRDB
import Media
import MediaSamples
import SystemPackage
import Testing
import TestSupport

@testable import Footage

@Suite("The order of trimming", .timeLimit(.minutes(2)))
struct TrimOrderTests {
    /// The properties of a segment that the search uses; rows are in the order of storage.
    private struct Row {
        let id: Int64
        let recording: Int
        let epoch: Int
        let number: Int
        let part: Int
        let sequences: ClosedRange<Int>
        let isClosed: Bool
        let isGarbage: Bool

        /// The order of capture within a recording.
        static func isCapturedEarlier(_ left: Row, _ right: Row) -> Bool {
            (left.epoch, left.sequences.lowerBound) < (right.epoch, right.sequences.lowerBound)
        }
    }

    private let locked = [1: true]

    private func camera(_ recording: Int) -> String { "camera-\(recording % 2)" }

    /// Recordings whose camera segments have one to three parts, some of them stored late.
    private func rows(_ generator: inout SeededGenerator) -> [Row] {
        typealias Slot = (recording: Int, epoch: Int, number: Int, part: Int, sequences: ClosedRange<Int>, at: Int)
        var slots: [Slot] = []
        for recording in 0..<4 {
            for epoch in 1...2 {
                var sequence = 1
                for number in 1...Int.random(in: 1...6, using: &generator) {
                    for part in 0..<Int.random(in: 1...3, using: &generator) {
                        let end = sequence + Int.random(in: 0...3, using: &generator)
                        let lateness = Int.random(in: 0...5, using: &generator) == 0 ? 20 : 0
                        // That of a segment of unannounced frames may be too low.
                        let told = Int.random(in: 0...5, using: &generator) == 0 ? max(1, number - 2) : number
                        slots.append(
                            (
                                recording, epoch, told, 10 * number + part, sequence...end,
                                slots.count % 9 + number + lateness
                            ))
                        sequence = end + 1 + Int.random(in: 0...1, using: &generator)
                    }
                }
            }
        }
        slots.sort { ($0.at, $0.recording, $0.epoch, $0.part) < ($1.at, $1.recording, $1.epoch, $1.part) }
        var (rows, id): ([Row], Int64) = ([], 0)
        for slot in slots {
            id += Int64.random(in: 1...3, using: &generator)
            rows.append(
                Row(
                    id: id, recording: slot.recording, epoch: slot.epoch, number: slot.number, part: slot.part,
                    sequences: slot.sequences, isClosed: Int.random(in: 0...5, using: &generator) > 0,
                    isGarbage: Int.random(in: 0...9, using: &generator) == 0))
        }
        return rows
    }

    /// The rule in its simplest form, without optimization.
    private func expected(_ rows: [Row], _ policy: TrimPolicy) -> [Int64] {
        let present = rows.filter { !$0.isGarbage }
        let turned = present.map { row in
            let followers = present.filter { $0.recording == row.recording && !Row.isCapturedEarlier($0, row) }
            return (turn: followers.map(\.id).min() ?? row.id, row: row)
        }
        return turned.filter { _, row in
            let last = FragmentID(epoch: row.epoch, sequence: row.sequences.upperBound)
            let isLast = !present.contains { $0.recording == row.recording && Row.isCapturedEarlier(row, $0) }
            return (row.isClosed || !isLast) && locked[row.recording] != true
                && policy.camera ?? camera(row.recording) == camera(row.recording)
                && policy.heldFrom.map { last < $0 } ?? true
        }.sorted {
            $0.turn == $1.turn ? Row.isCapturedEarlier($0.row, $1.row) : $0.turn < $1.turn
        }.map(\.row.id)
    }

    private func insert(_ rows: [Row], into catalog: CatalogDatabase) throws {
        try catalog.write { db in
            try db.execute(sql: "INSERT INTO init (digest, bytes) VALUES (zeroblob(32), x'00')")
            for recording in 0..<4 {
                try db.execute(
                    sql: """
                        INSERT INTO recording
                            (id, camera, cameraName, folder, transport, startedAt, state, isLocked)
                        VALUES (?, ?, 'n', ?, 't', 0, 'recording', ?)
                        """,
                    arguments: ["r\(recording)", camera(recording), "f\(recording)", locked[recording] ?? false])
            }
            for row in rows {
                let (first, last) = (row.sequences.lowerBound, row.sequences.upperBound)
                try db.execute(
                    sql: """
                        INSERT INTO segment (id, recording, epoch, number, part, base, init, path, width, height, codec,
                            bytes, persistedAt, fragments, frames, firstSequence, lastSequence, firstTick, lastTick,
                            closed, garbage)
                        VALUES (?, ?, ?, ?, ?, 0, zeroblob(32), ?, 1, 1, 'h264', 10, 0, ?, 30, ?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        row.id, "r\(row.recording)", row.epoch, row.number, row.part, "p\(row.id)", row.sequences.count,
                        first, last, first * 100, last * 100 + 99, row.isClosed, row.isGarbage,
                    ])
                for sequence in row.sequences {
                    try db.execute(
                        sql: """
                            INSERT INTO fragment (recording, epoch, sequence, segment, offset, bytes, firstTick, lastTick,
                                frames, isSync, sha256, captured, received, source, persistedAt)
                            VALUES (?, ?, ?, ?, 0, 1, 0, 0, 1, 1, zeroblob(32), 1, 1, 'live', 0)
                            """,
                        arguments: ["r\(row.recording)", row.epoch, sequence, row.id])
                }
            }
        }
    }

    private func found(_ catalog: CatalogDatabase, _ policy: TrimPolicy, limit: Int, rows: Int) throws -> [Int64] {
        var scan = TrimScan(policy, after: 0)
        var ids: [Int64] = []
        while !scan.isAtEnd {
            let batch = try catalog.trimmable(&scan, limit: limit, rows: rows).map(\.segment.id)
            ids += batch
            // Marks the rows as a trim does, so that they are not found again.
            try catalog.write { db in
                for id in batch { try db.execute(sql: "UPDATE segment SET garbage = 1 WHERE id = ?", arguments: [id]) }
            }
        }
        return ids
    }

    @Test("The search finds what the rule says, in its order, whatever the size of its steps", arguments: 1...24)
    func order(seed: UInt64) async throws {
        try await withScratch { directory in
            var generator = SeededGenerator(seed: seed)
            let rows = rows(&generator)
            let held = FragmentID(
                epoch: Int.random(in: 1...2, using: &generator), sequence: Int.random(in: 1...20, using: &generator))
            let policies = [
                TrimPolicy(), TrimPolicy(camera: "camera-0"), TrimPolicy(heldFrom: held),
                TrimPolicy(camera: "camera-1", heldFrom: held),
            ]
            let path = directory.appending("catalog.sqlite")
            let original = try CatalogDatabase(writing: path)
            try insert(rows, into: original)
            try original.close()
            let bytes = try ScratchFile.read(path)
            for (index, policy) in policies.enumerated() {
                let copy = directory.appending("\(index).sqlite")
                try ScratchFile.write(bytes, to: copy)
                let catalog = try CatalogDatabase(writing: copy)
                let (limit, step) = (Int.random(in: 1...9, using: &generator), Int.random(in: 1...9, using: &generator))
                let ids = try found(catalog, policy, limit: limit, rows: step)
                #expect(ids == expected(rows, policy), "limit \(limit), step \(step)")
                try catalog.close()
            }
        }
    }

    @Test(
        "The sums that are kept are those of the segments, whatever was added, changed and removed", arguments: 1...10)
    func totals(seed: UInt64) async throws {
        try await withScratch { directory in
            var generator = SeededGenerator(seed: seed)
            let path = directory.appending("catalog.sqlite")
            let catalog = try CatalogDatabase(writing: path)
            let rows = rows(&generator)
            try insert(rows, into: catalog)
            func check() throws {
                let reader = try CatalogDatabase(reading: path)
                for camera in [nil, "camera-0", "camera-1", "none"] {
                    #expect(try catalog.totalBytes(camera) == reader.totalBytes(camera))
                    #expect(try catalog.totalTicks(camera) == reader.totalTicks(camera))
                }
                try reader.close()
            }
            try check()
            try catalog.write { try $0.execute(sql: "DELETE FROM fragment") }
            for row in rows.shuffled(using: &generator) {
                try catalog.write { db in
                    let sql =
                        switch Int.random(in: 0...2, using: &generator) {
                        case 0: "DELETE FROM segment WHERE id = ?"
                        case 1: "UPDATE segment SET bytes = bytes + 7, lastTick = lastTick + 5 WHERE id = ?"
                        default: "UPDATE segment SET garbage = 1 - garbage WHERE id = ?"
                        }
                    try db.execute(sql: sql, arguments: [row.id])
                }
            }
            try check()
            // A rolled-back transaction changes no sum.
            struct Stop: Error {}
            #expect(throws: (any Error).self) {
                try catalog.write { db in
                    try db.execute(sql: "DELETE FROM segment")
                    throw Stop()
                }
            }
            try check()
            try catalog.close()
        }
    }

    @Test("A recording that is unlocked is found again, and one that takes the numbers of a deleted one")
    func unlocked() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 8, perSegment: 2)
            let store = try await fixture.store(in: directory, 1...4)
            #expect(try await store.setLocked(true, recording: StoreFixture.recording.id))
            let other = Recording(id: "rec-2", camera: "node", cameraName: "n", transport: "t", startedAt: 2)
            try await store.open(other)
            for sequence in 1...4 { _ = try await store.append(fixture.entry(sequence, recording: "rec-2")) }
            func trimmed() async throws -> [String] {
                try await store.trim(TrimPolicy(maximumBytes: 0)).map(\.segment.recording)
            }
            #expect(try await trimmed() == ["rec-2"])
            #expect(try await store.setLocked(true, recording: "rec-2"))
            #expect(try await trimmed() == [])
            #expect(try await store.setLocked(false, recording: StoreFixture.recording.id))
            #expect(try await trimmed() == ["rec-1"])
            #expect(try await trimmed() == [])
            try await store.delete(recording: "rec-2")
            try await store.open(other)
            for sequence in 5...8 { _ = try await store.append(fixture.entry(sequence, recording: "rec-2")) }
            #expect(try await trimmed() == ["rec-2"])
        }
    }
}
