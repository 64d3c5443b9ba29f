// SPDX-License-Identifier: Apache-2.0
import Disk
import Foundation
import Logging
import SystemPackage
import Tasks
import Testing
import TestSupport
import Transfers
import Wire

@testable import Recorder

@Suite("A camera that lies about its stills", .timeLimit(.minutes(1)))
struct LyingStillTests {
    /// A recorder's temporary home.
    private struct Home: Sendable {
        let path: FilePath
        let events = EventFeed()

        var key: FilePath { path.appending("identity").appending("key.pem") }

        func collector(_ nursery: Nursery, room: DiskRoom = DiskRoom(reserveBytes: 0)) -> StillCollector {
            var logger = Logger(label: "test")
            logger.logLevel = .critical
            return StillCollector(
                node: "node", directory: path.appending("files"), room: room, events: events, nursery: nursery,
                pauses: .milliseconds(1)...(.milliseconds(5)), logger: logger)
        }

        /// All files, without folders.
        var files: [String] {
            let all = FileManager.default.enumerator(atPath: path.string)?.allObjects as? [String] ?? []
            var isFolder: ObjCBool = false
            return all.filter {
                FileManager.default.fileExists(atPath: path.string + "/" + $0, isDirectory: &isFolder)
                    && !isFolder.boolValue
            }.sorted()
        }

        func write(_ text: String, to place: String) throws {
            let url = URL(fileURLWithPath: path.string + "/" + place)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
    }

    private func withHome(_ body: @escaping @Sendable (Home, Nursery) async throws -> Void) async throws {
        let home = Home(path: FilePath(NSTemporaryDirectory()).appending("longshot-lies-\(UUID().uuidString)"))
        try home.write("the key", to: "identity/key.pem")
        defer { try? FileManager.default.removeItem(atPath: home.path.string) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            let nursery = Nursery()
            group.addTask { await nursery.run() }
            try await body(home, nursery)
            group.cancelAll()
        }
    }

    private func still(_ id: String, name: String, camera: String, bytes: Int = 2) -> Still {
        var still = SimulatedStills.still(1, name: name)
        (still.id, still.camera, still.bytes) = (id, camera, bytes)
        return still
    }

    @Test("reaches no folder but its own, and loses no still for a name")
    func names() async throws {
        try await withHome { home, nursery in
            let collector = home.collector(nursery)
            let names = [
                "../../identity/key.pem", "/etc/passwd", ".stills", "..", "", "a\0b.jpg", "x.jpg.part", "same.jpg",
                "same.jpg", "same.jpg",
            ]
            for (number, name) in names.enumerated() {
                let camera = [".stills", "../identity", "victim", "still-records"][number % 4]
                collector.collect(
                    still("s\(number)", name: name, camera: camera), from: SimulatedStills("thief"), announcedAt: 0)
            }
            try await eventually("all are here") {
                try await collector.list().count { $0.phase == .received } == names.count
            }
            #expect(try await collector.list().allSatisfy { $0.peer == "thief" && $0.id.hasSuffix("-thief") })
            try await eventually("all are written down") { home.files.count { $0.hasSuffix(".json") } == names.count }
            let written = home.files.filter { !$0.hasPrefix("still-records/") }
            #expect(written.count == names.count + 1, "\(written)")
            #expect(written.allSatisfy { $0 == "identity/key.pem" || $0.hasPrefix("files/thief/") })
            #expect(written.contains("files/thief/same (3).jpg"))
            #expect(try String(contentsOfFile: home.key.string, encoding: .utf8) == "the key")

            // The records contain no path, and after a restart the collector finds all stills.
            for record in home.files where record.hasSuffix(".json") {
                let text = try String(contentsOfFile: home.path.string + "/" + record, encoding: .utf8)
                #expect(!text.contains("\"path\""))
            }
            let next = home.collector(nursery)
            try await next.load()
            let known = try await collector.list()
            #expect(try await next.list() == known)
            for file in try await next.list() { #expect(try await next.picture(of: file.id).bytes == [0xFF, 0xD8]) }
        }
    }

    @Test("cannot replace the stills of another, whose ids and names it takes")
    func others() async throws {
        try await withHome { home, nursery in
            let collector = home.collector(nursery)
            // Both ids begin with the same letters.
            let (honest, thief) = ("abcdefghonest", "abcdefghthief")
            collector.collect(
                still("s", name: "s.jpg", camera: honest), from: SimulatedStills(honest), announcedAt: 0)
            try await eventually("it is here") { try await collector.list().first?.phase == .received }
            let before = try #require(try await collector.list().first)
            for camera in [honest, thief] {
                collector.collect(
                    still("s", name: "s.jpg", camera: camera), from: SimulatedStills(thief), announcedAt: 0)
            }
            try await eventually("the other is here too") {
                try await collector.list().count { $0.phase == .received } == 2
            }
            #expect(try await collector.list().first { $0.id == before.id } == before)
            #expect(home.files.filter { $0.hasPrefix("files/") } == ["files/\(honest)/s.jpg", "files/\(thief)/s.jpg"])
            let other = try #require(try await collector.list().first { $0.id != before.id })
            #expect(other.id == "s-\(thief)" && other.peer == thief)
            try await collector.delete(other.id)
            #expect(home.files.contains("files/\(honest)/s.jpg") && !home.files.contains("files/\(thief)/s.jpg"))
        }
    }

    @Test("is not heard when an id is a path, or a size is none")
    func refused() async throws {
        try await withHome { home, nursery in
            let collector = home.collector(nursery)
            for id in ["../../identity/key", "a/b", "", ".stills", "a\u{0}b", String(repeating: "x", count: 500)] {
                collector.collect(
                    still(id, name: "a.jpg", camera: "thief"), from: SimulatedStills("thief"), announcedAt: 0)
            }
            for bytes in [-1, Int.min, Int.max, 1 << 62] {
                collector.collect(
                    still("s\(bytes)", name: "a.jpg", camera: "thief", bytes: bytes), from: SimulatedStills("thief"),
                    announcedAt: 0)
            }
            let known = try await collector.list()
            #expect(known.isEmpty && home.files == ["identity/key.pem"])
        }
    }

    @Test("gets no file of the recorder through a record that an earlier version let it write")
    func records() async throws {
        try await withHome { home, nursery in
            func record(_ id: String, _ name: String, _ path: String?, peer: String = "thief") throws -> String {
                var file = TransferProgress(
                    id: id, kind: .still, name: name, peer: peer, total: 7, sha256: String(repeating: "0", count: 64))
                (file.phase, file.bytes, file.path) = (.received, 7, path)
                return String(decoding: try JSON.encode(file), as: UTF8.self)
            }
            let files = home.path.appending("files").string
            for (id, name, path, peer) in [
                ("key", "holiday.jpg", home.key.string, "thief"), ("up", "../../identity/key.pem", nil, "thief"),
                ("dots", "key.pem", files + "/../identity/key.pem", "../identity"),
                ("folder", "key.pem", nil, "../identity"),
                ("hidden", "key.json", files + "/.stills/key.json", ".stills"),
            ] as [(String, String, String?, String)] {
                try home.write(try record(id, name, path, peer: peer), to: "files/.stills/\(id).json")
            }
            try home.write("garbage", to: "files/.stills/garbage.json")
            // Two records of an honest camera: one with a path, as earlier versions wrote it, and one whose file is missing.
            try home.write("picture", to: "files/camera/a.jpg")
            try home.write(
                try record("a", "a.jpg", files + "/camera/a.jpg", peer: "camera"), to: "files/.stills/a.json")
            try home.write(
                try record("b", "b.jpg", files + "/camera/b.jpg", peer: "camera"), to: "files/.stills/b.json")
            for _ in 0..<2 {
                let collector = home.collector(nursery)
                try await collector.load()
                #expect(try await collector.list().map(\.id) == ["a"])
                #expect(try await collector.stored("a").path.string == files + "/camera/a.jpg")
                await #expect(throws: Problem.self) { try await collector.stored("key") }
            }
            #expect(home.files.contains("still-records/a.json") && !home.files.contains("files/.stills/a.json"))
        }
    }

    @Test("waits for room above the reserve, for as long as it takes, and then comes")
    func room() async throws {
        try await withHome { home, nursery in
            let folder = FilePath(NSTemporaryDirectory())
            let free = try DiskSpace(of: folder).free
            let room = DiskRoom(reserveBytes: 0)
            try await room.promise(free - (100 << 20), to: "something else", in: folder)
            let collector = home.collector(nursery, room: room)
            let camera = SimulatedStills("thief")
            collector.collect(
                still("large", name: "a.jpg", camera: "thief", bytes: 1 << 30), from: camera, announcedAt: 0)
            collector.collect(still("small", name: "b.jpg", camera: "thief"), from: camera, announcedAt: 0)
            try await eventually("the small one is here") {
                try await collector.list().contains { $0.id == "small-thief" && $0.phase == .received }
            }
            try await eventually("the large one waits") { try await collector.list().first?.phase == .suspended }
            #expect(try await collector.list().first?.problem?.contains("has room for") == true)
            #expect(!home.files.contains("files/thief/a.jpg"))
            room.end("something else")
            try await eventually("it is here") { try await collector.list().first?.phase == .received }
        }
    }

    @Test("that waits for room is never given up, and is behind those that have some")
    func patience() {
        var backlog = StillBacklog(limit: 10)
        for id in ["large", "small"] {
            backlog.add(StillBacklog.Job(still(id, name: "a", camera: "c"), announcedAt: 0))
        }
        let isHired = backlog.hire()
        #expect(isHired)
        for _ in 0..<10 * StillBacklog.tries {
            guard let large = backlog.next() else { break }
            let verdict = backlog.putBack(large, because: .noRoom)
            #expect(verdict == .again)
        }
        var last = StillBacklog.Verdict.again
        for _ in 0..<StillBacklog.tries * 2 where last == .again {
            if let job = backlog.next() { last = backlog.putBack(job, because: .still) }
        }
        #expect(last == .givenUp)
    }
}
