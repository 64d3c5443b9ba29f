// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemPackage
import TestSupport
import Testing
import Trust

/// A recorder's home after a month with twenty cameras, without footage files: a recording per camera and day, in segments of a
/// minute, with gaps and backfilled hours, and thousands of stills.
struct LongMonth {
    static let cameras = 20
    static let days = 30
    /// A debug build takes a minute to find 10,000.
    static let stills = ProcessInfo.processInfo.environment["LONGSHOT_BINARY"] == nil ? 1_000 : 10_000

    /// Fills the home of a recorder that is not running.
    static func fill(_ home: String, scratch: Home) async throws {
        let peers = try PeerStore(home: FilePath(home))
        var ids: [String] = []
        for number in 1...cameras {
            let certificate = try NodeIdentity().certificate
            try peers.add(
                Peer(
                    certificate: certificate, name: try PeerName("camera \(number)"), role: .camera, grants: [],
                    pairedAt: 0,
                    addresses: [try PeerAddress("127.0.0.1:1")]))
            ids.append(certificate.id.text)
        }
        try await catalog(home + "/archive/catalog.sqlite", ids, scratch)
        try await files(home + "/files", ids)
    }

    private static func catalog(_ path: String, _ ids: [String], _ scratch: Home) async throws {
        let values = ids.enumerated().map { "(\($0 + 1), '\($1)')" }.joined(separator: ", ")
        // Each day has a gap of 5 minutes and half an hour of backfill.
        let script = try scratch.write(
            """
            PRAGMA synchronous = OFF;
            BEGIN;
            CREATE TEMP TABLE camera AS SELECT column1 AS n, column2 AS id FROM (VALUES \(values));
            CREATE TEMP TABLE day AS WITH RECURSIVE d(d) AS (SELECT 0 UNION ALL SELECT d + 1 FROM d WHERE d < \(days - 1))
                SELECT d, unixepoch('now', 'start of day') + (d - \(days)) * 86400 AS begun FROM d;
            INSERT INTO init VALUES (zeroblob(32), zeroblob(1));
            INSERT INTO epoch (camera, epoch, tick, utc, uncertainty) SELECT id, d + 1, 0, begun * 1000000000, 1000000 FROM camera, day;
            INSERT INTO recording (id, camera, cameraName, folder, transport, codec, startedAt, stoppedAt, state, isLocked)
                SELECT strftime('%Y%m%dT%H%M%SZ', begun, 'unixepoch') || printf('-%05d', n), id, 'camera ' || n, 'c' || n || '/' || d,
                    'udp', 'h264', begun * 1000000000, (begun + 86400) * 1000000000, 'stopped', 0 FROM camera, day;
            WITH RECURSIVE m(m) AS (SELECT 0 UNION ALL SELECT m + 1 FROM m WHERE m < 1439)
            INSERT INTO segment (recording, epoch, number, part, base, init, path, width, height, codec, bytes, persistedAt, fragments,
                frames, captured, received, firstSequence, lastSequence, firstTick, lastTick, closed, garbage, backfilled, unconfirmed)
                SELECT strftime('%Y%m%dT%H%M%SZ', begun, 'unixepoch') || printf('-%05d', n), d + 1, m, 0, 0, zeroblob(32),
                    'none/' || n || '/' || d || '/' || m, 1280, 720, 'h264', 60000000, (begun + m * 60) * 1000000000, 60,
                    1800, 1800, 1800, m * 60 + 1, m * 60 + 60, m * 5400000, m * 5400000 + 5397000, 1, 0,
                    iif(m / 30 = 11, 1800, 0), 0
                FROM camera, day, m WHERE m NOT BETWEEN 700 AND 704;
            INSERT INTO gap (recording, epoch, firstTick, lastTick, frames, reason)
                SELECT strftime('%Y%m%dT%H%M%SZ', begun, 'unixepoch') || printf('-%05d', n), d + 1, 700 * 5400000,
                    705 * 5400000 - 3000, 9000, 'spool-overrun' FROM camera, day;
            COMMIT;
            """, as: "month.sql")
        let outcome = try await Tool.run("sh", ["-c", "sqlite3 -bail '\(path)' < '\(script)'"])
        #expect(outcome.code == 0, "\(outcome.errors)")
    }

    /// Stills as the recorder stores them: pictures and descriptions.
    private static func files(_ folder: String, _ ids: [String]) async throws {
        let manager = FileManager.default
        try manager.createDirectory(atPath: folder + "/.stills", withIntermediateDirectories: true)
        for id in ids { try manager.createDirectory(atPath: "\(folder)/\(id)", withIntermediateDirectories: true) }
        let original = folder + "/\(ids[0])/original.jpg"
        let outcome = try await Tool.run(
            "gst-launch-1.0",
            [
                "-q", "videotestsrc", "num-buffers=1", "!", "video/x-raw,width=64,height=36", "!", "jpegenc", "!",
                "filesink",
            ]
                + ["location=\(original)"])
        #expect(outcome.code == 0, "\(outcome.errors)")
        let picture = try Data(contentsOf: URL(fileURLWithPath: original))
        for number in 1...stills {
            let camera = ids[number % ids.count]
            let still = String(
                format: "20261101T%02d%02d%02dZ-%05d-0001", number / 3_600, number / 60 % 60, number % 60, number)
            let (id, path) = ("\(still)-\(camera.prefix(8))", "\(folder)/\(camera)/\(still).jpg")
            try manager.linkItem(atPath: original, toPath: path)
            let known = """
                {"bytes":\(picture.count),"id":"\(id)","kind":"still","milliseconds":40,"name":"\(still).jpg","path":"\(path)",\
                "peer":"\(camera)","phase":"received","sha256":"\(String(repeating: "0", count: 64))","total":\(picture.count)}
                """
            try known.write(toFile: "\(folder)/.stills/\(id).json", atomically: false, encoding: .utf8)
        }
    }
}
