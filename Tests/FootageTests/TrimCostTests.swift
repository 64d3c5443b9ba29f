// SPDX-License-Identifier: Apache-2.0

import CoreFoundation
import Foundation
import GRDB
import MediaSamples
import SystemPackage
import Testing

@testable import Footage

/// Measures the longest wait of an append while a trim searches a large archive.
///
/// `LONGSHOT_SEGMENTS` sets the size of the archive; `scripts/bench/catalog` prints the figures.
@Suite("The cost of trimming", .timeLimit(.minutes(5)), .serialized)
struct TrimCostTests {
    private static let segments =
        ProcessInfo.processInfo.environment["LONGSHOT_SEGMENTS"].flatMap { Int($0) } ?? 20_000

    /// Two recordings for each of two cameras; the first recording is locked.
    private func fill(_ catalog: CatalogDatabase) throws {
        try catalog.write { db in
            try db.execute(sql: "INSERT INTO init (digest, bytes) VALUES (zeroblob(32), x'00')")
            for number in 0..<4 {
                try db.execute(
                    sql: """
                        INSERT INTO recording
                            (id, camera, cameraName, folder, transport, startedAt, state, isLocked)
                        VALUES (?, ?, 'n', ?, 't', ?, 'recording', ?)
                        """,
                    arguments: ["r\(number)", "camera-\(number % 2)", "f\(number)", number, number == 0])
            }
            try db.execute(
                sql: """
                    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1)
                    INSERT INTO segment (id, recording, epoch, number, part, base, init, path, width, height, codec,
                        bytes, persistedAt, fragments, frames, captured, received, firstSequence, lastSequence,
                        firstTick, lastTick, closed)
                    SELECT i + 1, 'r' || (i * 4 / ?1), 1, i + 1, 0, i * 5400000, zeroblob(32),
                        'camera/20260101T000000Z-00000/e000001-s' || i || '.mp4', 1280, 720, 'h264', 30000000, i, 60,
                        1800, 1800, 1800, i * 60 + 1, i * 60 + 60, i * 5400000, i * 5400000 + 5397000, 1 FROM n
                    """, arguments: [Self.segments])
            // Ten fragments for each segment, and not sixty: those would take longer to insert than to test.
            try db.execute(
                sql: """
                    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
                    INSERT INTO fragment (recording, epoch, sequence, segment, offset, bytes, firstTick, lastTick,
                        frames, isSync, sha256, captured, received, source, persistedAt)
                    SELECT recording, epoch, firstSequence + 6 * i, segment.id, i, 1, firstTick, lastTick, 30, 1,
                        zeroblob(32), 30, 30, 'live', 0 FROM segment CROSS JOIN n
                    """)
        }
    }

    /// Processor time of this thread, so that tests in parallel do not count.
    private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
        }
        let start = now()
        try body()
        return now() - start
    }

    @Test("No step of a search takes long, and the sums take nothing, however large the archive is")
    func steps() async throws {
        try await withScratch { directory in
            let path = directory.appending("catalog.sqlite")
            let made = try CatalogDatabase(writing: path)
            try fill(made)
            try made.close()
            var catalog: CatalogDatabase?
            let opening = try milliseconds { catalog = try CatalogDatabase(writing: path) }
            let opened = try #require(catalog)
            var (longest, steps, found) = (0.0, 0, 0)
            var scan = TrimScan(TrimPolicy(camera: "camera-1"), after: 0)
            while found == 0, !scan.isAtEnd {
                let step = try milliseconds { found += try opened.trimmable(&scan, limit: 16, rows: 128).count }
                (longest, steps) = (max(longest, step), steps + 1)
            }
            #expect(found > 0)
            var first = TrimScan(TrimPolicy(camera: "camera-1"), after: scan.spared)
            let next = try milliseconds { found = try opened.trimmable(&first, limit: 16, rows: 128).count }
            #expect(found == 16 && longest > 0)
            let sums = try milliseconds { _ = try (opened.totalBytes(), opened.totalTicks("camera-0")) }
            let recording = try #require(try opened.recording("r1"))
            var summary: RecordingSummary?
            let summing = try milliseconds { summary = try opened.summary(recording) }
            let reader = try CatalogDatabase(reading: path)
            #expect(try summary == reader.summary(recording))
            try reader.close()
            let segment = try #require(try opened.segments(of: "r1").first)
            let begin = try milliseconds { try opened.markGarbage([segment.id], movesBegin: true) }
            print(
                """
                \(Self.segments) segments, ms: opening \(opening), longest of \(steps) steps of the first search \
                \(longest), first step of the next search \(next), sums \(sums), \
                summary \(summing), begin \(begin)
                """)
            // Far above the measured times; a sort of all segments takes longer.
            for time in [longest, next, sums, summing, begin] { #expect(time < 60) }
            try opened.close()
        }
    }
}
