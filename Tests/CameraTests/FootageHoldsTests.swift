// SPDX-License-Identifier: Apache-2.0
import Footage
import Foundation
import Logging
import SystemPackage
import Testing

@testable import Camera

@Suite("What a spool holds for its recorders", .timeLimit(.minutes(1)))
struct FootageHoldsTests {
    /// Does something in a folder that is gone afterwards.
    private func withHome(_ body: (FilePath) async throws -> Void) async throws {
        let home = NSTemporaryDirectory() + "longshot-holds-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        try await body(FilePath(home))
    }

    private func holds(_ home: FilePath) async -> FootageHolds {
        await FootageHolds(home: home, logger: Logger(label: "test"))
    }

    private func id(_ epoch: Int, _ sequence: Int) -> FragmentID { FragmentID(epoch: epoch, sequence: sequence) }

    @Test("The slowest recorder counts; each goes on where it is, and what it has is never taken back")
    func lowest() async throws {
        try await withHome { home in
            let holds = await holds(home)
            #expect(holds.lowest == nil)
            await holds.begin("a", from: id(7, 3))
            await holds.begin("b", from: id(7, 40))
            holds.advance("a", past: id(7, 9))
            #expect(holds.lowest == id(7, 10))
            holds.advance("a", past: id(7, 5))
            holds.advance("stranger", past: id(9, 9))
            #expect(holds.lowest == id(7, 10))
            // Live video that is opened anew, in another epoch, does not forget what is still to be fetched.
            await holds.begin("a", from: id(8, 1))
            #expect(holds.lowest == id(7, 10))
            holds.advance("a", past: id(8, 2))
            #expect(holds.lowest == id(7, 40))
            await holds.end("b")
            #expect(holds.lowest == id(8, 3))
            await holds.end("a")
            #expect(holds.lowest == nil)
        }
    }

    @Test("A camera that restarts remembers it; a damaged file holds nothing")
    func restart() async throws {
        try await withHome { home in
            let first = await holds(home)
            await first.begin("a", from: id(7, 3))
            first.advance("a", past: id(7, 9))
            await first.save()
            #expect(await holds(home).lowest == id(7, 10))
            try Data("{".utf8).write(to: URL(filePath: home.appending("holds.json").string))
            #expect(await holds(home).lowest == nil)
        }
    }

    @Test("No epoch comes twice, even when the spool has forgotten them all")
    func epochs() async throws {
        try await withHome { home in
            #expect(try await EpochCounter(home: home).next(after: 0) == 1)
            #expect(try await EpochCounter(home: home).next(after: 0) == 2)
            #expect(try await EpochCounter(home: home).next(after: 40) == 41)
            try Data("broken".utf8).write(to: URL(filePath: home.appending("epoch").string))
            #expect(try await EpochCounter(home: home).next(after: 41) == 42)
        }
    }
}
