// SPDX-License-Identifier: Apache-2.0
import Foundation
import Logging
import Media
import SystemPackage
import Testing
import Wire

@testable import Camera

@Suite("What a spool holds for its recorders", .timeLimit(.minutes(1)))
struct FootageHoldsTests {
    /// Runs the body in a folder that is deleted afterwards.
    private func withHome(_ body: (FilePath) async throws -> Void) async throws {
        let home = NSTemporaryDirectory() + "longshot-holds-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        try await body(FilePath(home))
    }

    private func holds(_ home: FilePath) async -> FootageHolds {
        await FootageHolds(home: home, logger: Logger(label: "test"))
    }

    private func id(_ epoch: Int, _ sequence: Int) -> FragmentID { FragmentID(epoch: epoch, sequence: sequence) }

    private func told(_ recording: String, _ epoch: Int, _ sequence: Int) -> FootageHold {
        FootageHold(recording: recording, epoch: epoch, epochID: nil, sequence: sequence)
    }

    @Test("The slowest recording counts; each goes on where it is, and what it has is never taken back")
    func lowest() async throws {
        try await withHome { home in
            let holds = await holds(home)
            #expect(holds.lowest == nil)
            _ = try await holds.begin("a", told("one", 7, 3))
            _ = try await holds.begin("b", told("two", 7, 40))
            holds.advance("a", "one", past: id(7, 9))
            #expect(holds.lowest == id(7, 10))
            holds.advance("a", "one", past: id(7, 5))
            holds.advance("stranger", "one", past: id(9, 9))
            holds.advance("a", "other", past: id(9, 9))
            #expect(holds.lowest == id(7, 10))
            // Starting the same recording again in another epoch keeps the hold on footage that it still has to fetch.
            #expect(try await holds.begin("a", told("one", 8, 1)).told.sequence == 3)
            #expect(holds.lowest == id(7, 10))
            holds.advance("a", "one", past: id(8, 2))
            #expect(holds.lowest == id(7, 40))
            await holds.end("b", "two")
            #expect(holds.lowest == id(8, 3))
            _ = try await holds.begin("a", told("three", 8, 9))
            #expect(holds.all(of: "a").map(\.told.recording) == ["one", "three"])
            await holds.end("a")
            #expect(holds.lowest == nil)
        }
    }

    @Test("A release is written down after a write that failed, because that may have taken effect")
    func failedWrite() async throws {
        try await withHome { home in
            try await withHome { other in
                let holds = await holds(home)
                // A folder in the place of the temporary file: nothing can be written.
                let obstacle = home.string + "/holds.json.part"
                try FileManager.default.createDirectory(atPath: obstacle + "/x", withIntermediateDirectories: true)
                _ = try await holds.begin("a", told("one", 7, 3))
                try FileManager.default.removeItem(atPath: obstacle)
                _ = try await self.holds(other).begin("a", told("one", 7, 3))
                let name = "/holds.json"
                try FileManager.default.copyItem(atPath: other.string + name, toPath: home.string + name)
                await holds.end("a", "one")
                let left = await self.holds(home).all(of: "a")
                #expect(left.isEmpty)
            }
        }
    }

    @Test("A recorder that begins to name its recordings needs what it needed before, and releases it with the first")
    func named() async throws {
        try await withHome { home in
            let holds = await holds(home)
            _ = try await holds.begin("a", told("", 7, 3), isOfLive: true)
            _ = try await holds.begin("b", told("", 8, 1), isOfLive: true)
            _ = try await holds.begin("a", told("one", 9, 1))
            #expect(holds.lowest == id(7, 3))
            holds.advance("a", "one", past: id(7, 9))
            #expect(holds.lowest == id(7, 10))
            await holds.end("a", "one")
            #expect(holds.lowest == id(8, 1))
        }
    }

    @Test("A hold is on the disk when it has begun: a camera that loses power then keeps what it promised")
    func durable() async throws {
        try await withHome { home in
            _ = try await holds(home).begin("a", told("one", 7, 3))
            #expect(await holds(home).lowest == id(7, 3))
            let second = await holds(home)
            await second.end("a", "one")
            #expect(await holds(home).lowest == nil)
        }
    }

    @Test("One recorder has 64 holds at the most, and others are not affected")
    func limit() async throws {
        try await withHome { home in
            let holds = await holds(home)
            for number in 0..<64 { _ = try await holds.begin("a", told("\(number)", 7, 3)) }
            await #expect(throws: Problem.self) { try await holds.begin("a", told("more", 7, 3)) }
            #expect(try await holds.begin("a", told("5", 7, 9)).told.sequence == 3)
            _ = try await holds.begin("b", told("one", 7, 3))
            await holds.end("a", "9")
            _ = try await holds.begin("a", told("more", 7, 3))
        }
    }

    @Test("The first request for a hold of a live session may reach back, until something of it is acknowledged")
    func reachesBack() async throws {
        try await withHome { home in
            let holds = await holds(home)
            var earlier = told("a", 1, 4)
            earlier.reach = 5_000_000_000
            _ = try await holds.begin("p", told("a", 1, 9), isOfLive: true)
            #expect(try await holds.begin("p", earlier).needed == id(1, 4))
            // A repeated request gets the same answer.
            _ = try await holds.begin("p", told("a", 1, 12), isOfLive: true)
            earlier.sequence = 2
            #expect(try await holds.begin("p", earlier).needed == id(1, 4))
            // A beginning that was told stays, also if it reaches nowhere back.
            _ = try await holds.begin("p", told("c", 1, 9))
            earlier.recording = "c"
            #expect(try await holds.begin("p", earlier).needed == id(1, 9))
            _ = try await holds.begin("p", told("b", 1, 9), isOfLive: true)
            holds.advance("p", "b", past: id(1, 9), epochID: "e")
            earlier.recording = "b"
            #expect(try await holds.begin("p", earlier).needed == id(1, 10))
        }
    }

    @Test("A recording that begins behind the fragment in progress learns how much was captured before")
    func before() async throws {
        try await withHome { home in
            let first = await holds(home)
            _ = try await first.begin("a", told("one", 7, 3))
            #expect(!first.resolve(epoch: 7, after: 1, total: 30))
            #expect(first.resolve(epoch: 7, after: 2, total: 61))
            #expect(!first.resolve(epoch: 7, after: 2, total: 99))
            await first.save()
            #expect(await holds(home).hold("one", of: "a")?.told.before == 61)
        }
    }

    @Test("A camera that restarts remembers it; a damaged file holds nothing; one of the version before is read")
    func restart() async throws {
        try await withHome { home in
            let first = await holds(home)
            _ = try await first.begin("a", told("one", 7, 3))
            first.advance("a", "one", past: id(7, 9))
            await first.save()
            #expect(await holds(home).lowest == id(7, 10))
            let file = URL(filePath: home.appending("holds.json").string)
            try Data("{".utf8).write(to: file)
            #expect(await holds(home).lowest == nil)
            try Data(#"{"a":{"epoch":3,"sequence":5}}"#.utf8).write(to: file)
            let old = await holds(home)
            #expect(old.lowest == id(3, 5))
            old.advance("a", nil, past: id(3, 7))
            #expect(old.lowest == id(3, 8))
            #expect(old.all(of: "a").isEmpty)
        }
    }
}
