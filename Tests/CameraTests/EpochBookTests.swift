// SPDX-License-Identifier: Apache-2.0
import Tasks
import Footage
import Foundation
import GStreamer
import Logging
import Media
import SystemPackage
import Testing
import Wire

@testable import Camera

@Suite("The account of a camera's epochs", .timeLimit(.minutes(1)))
struct EpochBookTests {
    private func withHome(_ body: (FilePath) async throws -> Void) async throws {
        let home = NSTemporaryDirectory() + "longshot-epochs-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        try await body(FilePath(home))
    }

    private func book(_ home: FilePath) async -> EpochBook {
        let book = EpochBook(home: home, logger: Logger(label: "test"))
        await book.load()
        return book
    }

    private func begin(_ book: EpochBook) -> EpochDescription {
        book.begin(clock: MediaClock(), began: .cameraRestarted, first: Tick(rawValue: 9_000), nominalInterval: 3_000)
    }

    @Test("Each epoch names the one before; numbers go on after a restart, and ids never come twice")
    func chain() async throws {
        try await withHome { home in
            let first = await book(home)
            let one = begin(first)
            #expect(one.epoch == 1 && one.predecessor == nil && one.id?.count == 32)
            let two = begin(first)
            #expect(two.epoch == 2 && two.predecessor == one.id && two.id != one.id)
            try await first.saveNew(try #require(two.id))
            let second = await book(home)
            #expect(second.upcoming == 3)
            #expect(begin(second).predecessor == two.id)
        }
    }

    @Test("A number that was given is never given again, even when every account is gone")
    func counter() async throws {
        try await withHome { home in
            let first = await book(home)
            try await first.saveNew(try #require(begin(first).id))
            try FileManager.default.removeItem(atPath: home.appending("epochs").string)
            #expect(await book(home).upcoming == 2)
        }
    }

    @Test("The device of an epoch is on the disk with its account")
    func device() async throws {
        try await withHome { home in
            let first = await book(home)
            let device = CaptureDevice(make: "Maker", model: "Model 3", orientation: .mirroredClockwise)
            let row = first.begin(
                clock: MediaClock(), began: .cameraRestarted, first: Tick(rawValue: 9_000), nominalInterval: 3_000,
                device: device)
            let id = try #require(row.id)
            try await first.saveNew(id)
            #expect(await book(home).row(id)?.device == device)
        }
    }

    @Test("An epoch that still ran was killed; what neither spool nor account has was lost with the program")
    func killed() async throws {
        try await withHome { home in
            let first = await book(home)
            let id = try #require(begin(first).id)
            first.update(id) { ($0.lastSequence, $0.captured, $0.lastTick) = (5, 150, 450_000) }
            try await first.saveNew(id)
            let second = await book(home)
            let store = try await FootageStore(directory: home.appending("spool"))
            let row = try #require(second.row(id))
            let end = row.utcAtTickZero + 5_000_000_000
            try await second.complete(from: store, camera: "c", now: end + 2_000_000_000)
            let completed = try #require(second.row(id))
            #expect(completed.ended == .killed)
            #expect(completed.atMost == 60)
            #expect(second.wasKilled && second.mostUncounted == 60)
            #expect(completed.lost?.map(\.reason) == ["camera-restarted"])
            #expect(completed.lost?.first?.frames == 150 && completed.lost?.first?.lastSequence == 5)
            // The completed row is on the disk.
            #expect(await book(home).row(id) == completed)
            try await store.close()
        }
    }

    @Test("An epoch that was killed before anything of it was on the disk was prepared, and is known")
    func prepared() async throws {
        try await withHome { home in
            let first = await book(home)
            let clock = MediaClock()
            #expect(first.prepare(clock: clock, began: .cameraRestarted))
            try await first.savePrepared()
            #expect(first.all.isEmpty, "nobody is told of what may never begin")
            #expect(!first.prepare(clock: clock, began: .cameraRestarted), "the next attempt finds it prepared")

            let killed = await book(home)
            let store = try await FootageStore(directory: home.appending("spool"))
            try await killed.complete(from: store, camera: "c", now: wallNanoseconds() + 1_000_000_000)
            let row = try #require(killed.all.first)
            #expect(row.ended == .killed && row.captured == 0 && row.epoch == 1)
            #expect(row.atMost == nil, "nobody knows its rate")
            try await store.close()

            // The next epoch gets the prepared id, and the one after it takes over its nominal interval.
            #expect(killed.prepare(clock: clock, began: .cameraRestarted))
            try await killed.savePrepared()
            let begun = begin(killed)
            #expect(begun.epoch == 2 && begun.predecessor == row.id)
            #expect(await book(home).row(try #require(begun.id))?.predecessor == row.id)
            #expect(killed.prepare(clock: clock, began: .cameraRestarted))
            try await killed.savePrepared()
            #expect(await book(home).all.map(\.nominalInterval) == [nil, nil, 3_000])
            // Forgetting a prepared epoch removes it from the disk.
            await killed.forgetPrepared()
            #expect(await book(home).all.count == 2)
        }
    }

    @Test("Accounts go when nothing is left of them; the newest stays")
    func forgotten() async throws {
        try await withHome { home in
            let book = await book(home)
            let (one, two) = (try #require(begin(book).id), try #require(begin(book).id))
            for id in [one, two] {
                book.update(id) { $0.ended = .inOrder }
                try await book.saveNew(id)
            }
            book.hasNoFootage(of: 1)
            book.hasNoFootage(of: 2)
            await book.forget { _ in true }
            #expect(book.all.map(\.id) == [two])
            #expect(await self.book(home).all.map(\.id) == [two])
        }
    }

    @Test("Ranges that follow each other for one reason become one")
    func merged() {
        func lost(_ sequences: ClosedRange<Int>, _ reason: String) -> LostFootage {
            LostFootage(
                sequences: sequences, ticks: 0...1, before: 10 * (sequences.lowerBound - 1),
                frames: 10 * sequences.count,
                reason: reason)
        }
        let merged = [lost(4...6, "a"), lost(1...3, "a"), lost(7...7, "b"), lost(9...9, "b")].merged
        #expect(
            merged.map { [$0.firstSequence, $0.lastSequence, $0.frames] } == [[1, 6, 60], [7, 7, 10], [9, 9, 10]])
    }
}
