// SPDX-License-Identifier: Apache-2.0
import Media
import Footage
import Foundation
import Logging
import SystemPackage
import TestSupport
import Testing
import Wire

@testable import Camera

@Suite("A camera's spool", .timeLimit(.minutes(1)))
struct SpoolTests {
    @Test("That an epoch may begin is on the disk before its first frame, and nothing of it when none comes")
    func begins() async throws {
        try await SpoolScene.with(fragments: 1) { scene in
            @Sendable func known() async -> [EpochDescription] {
                let book = EpochBook(home: scene.home, logger: Logger(label: "test"))
                await book.load()
                return book.all
            }
            try await scene.running {
                await scene.spool.prepare(clock: MediaClock(), began: .cameraRestarted)
                let prepared = await known()
                #expect(prepared.map(\.ended) == [.running] && prepared.map(\.captured) == [0])
            }
            #expect(await known().isEmpty)
        }
    }

    @Test("Gaps inside a fragment are announced, and listed for a recorder that comes later")
    func gaps() async throws {
        try await SpoolScene.with(fragments: 2) { scene in
            let gap = GapDescription(
                epoch: scene.epoch.epoch, firstTick: 930_000, lastTick: 930_000, frames: 1, reason: "driver-dropped")
            try await scene.running {
                scene.submit(1...1, gaps: [gap])
                #expect(try await scene.announced(1).gaps == [gap])
                let listed = try #require(try await scene.manifest().first)
                #expect(listed.gaps.map(\.reason) == ["driver-dropped"] && listed.gaps.map(\.frames) == [1])
            }
        }
    }

    @Test("What a disk could not take in time is announced as not kept, and its frames stand in the account")
    func overrunQueue() async throws {
        try await SpoolScene.with(fragments: 9) { scene in
            // Nothing is written yet, and five fragments may wait for the disk.
            scene.submit(1...7)
            try await scene.running {
                var isSpooled: [Bool] = []
                for number in 5...7 { isSpooled.append(try await scene.announced(number).spooled) }
                #expect(isSpooled == [true, false, false])
                scene.submit(8...8)
                let last = try await scene.announced(8)
                let listed = try await scene.manifest().map(\.sequence)
                #expect(last.spooled && listed == [1, 2, 3, 4, 5, 8])
            }
            #expect(await scene.lost() == ["spool-failed 6...7 before 15: 6"])
        }
    }

    @Test("What no disk took of an epoch has the time from its first frame to its last one")
    func nothingStored() async throws {
        try await SpoolScene.with(fragments: 3) { scene in
            var place = SpoolPlace()
            for number in 1...3 { place.see(scene.entry(number)) }
            let last = scene.closed[2].fragment.lastTick.rawValue
            let ending = Spool.Ending(epoch: scene.id, lastSequence: 3, lastTick: last, total: 9)
            let lost = try #require(place.tail(of: ending))
            #expect(lost.firstTick == scene.closed[0].fragment.firstTick.rawValue && lost.lastTick == last)
            #expect(lost.frames == 9 && lost.firstSequence...lost.lastSequence == 1...3)
        }
    }

    @Test("A hole between stored fragments has the time from its first lost frame to its last one")
    func holeTimes() async throws {
        try await SpoolScene.with(fragments: 4) { scene in
            var place = SpoolPlace()
            place.begin(scene.id)
            place.move(behind: scene.entry(1))
            let lost = try #require(place.hole(before: scene.entry(4)))
            #expect(lost.firstTick == scene.closed[1].fragment.firstTick.rawValue)
            #expect(lost.lastTick == scene.closed[2].fragment.lastTick.rawValue)
            #expect(lost.frames == 6 && lost.firstSequence...lost.lastSequence == 2...3)
        }
    }

    @Test("A full spool deletes what no recording needs, and of what one needs nothing")
    func held() async throws {
        try await SpoolScene.with(fragments: 10) {
            ($0.spoolSeconds, $0.spoolBytes) = (0, 1 << 30)
        } _: { scene in
            _ = try await scene.holds.begin(
                "a",
                FootageHold(recording: "r", epoch: scene.epoch.epoch, epochID: scene.id, sequence: 6))
            try await scene.running {
                try await scene.store(1...10)
                try await eventually("it was trimmed") { try await scene.manifest().first?.sequence != 1 }
                #expect(try await scene.manifest().map(\.sequence) == Array(6...10))
            }
            #expect(await scene.lost() == ["trimmed 1...5 before 0: 15"])
        }
    }

    @Test("Footage that a recording needed and that had to go stands in the account, with its number of frames")
    func overrun() async throws {
        try await SpoolScene.with(fragments: 10) {
            ($0.spoolSeconds, $0.spoolBytes) = (0, 1)
        } _: { scene in
            _ = try await scene.holds.begin(
                "a",
                FootageHold(recording: "r", epoch: scene.epoch.epoch, epochID: scene.id, sequence: 6))
            try await scene.running {
                try await scene.store(1...10)
                try await eventually("it was trimmed") { try await scene.manifest().map(\.sequence) == [10] }
            }
            #expect(await scene.lost() == ["trimmed 1...5 before 0: 15", "spool-overrun 6...9 before 15: 12"])
        }
    }

    @Test("A spool that is deleted while it is in use begins anew, and what it had stands in the account")
    func deleted() async throws {
        try await SpoolScene.with(fragments: 5) { scene in
            try await scene.running {
                try await scene.store(1...3)
                try FileManager.default.removeItem(atPath: scene.home.appending("spool").string)
                try await scene.store(4...5)
                #expect(try await scene.manifest().map(\.sequence) == [4, 5])
                #expect(scene.spool.trouble == nil)
            }
            #expect(await scene.lost() == ["spool-failed 1...3 before 0: 9"])
        }
    }

    @Test("What the disk refuses stands in the account at once, for a camera that is killed then")
    func refused() async throws {
        try await SpoolScene.with(fragments: 2) { scene in
            // No spool can be in a file.
            let file = scene.home.appending("spool").string
            try FileManager.default.createDirectory(atPath: scene.home.string, withIntermediateDirectories: true)
            #expect(FileManager.default.createFile(atPath: file, contents: nil))
            try await scene.running {
                scene.submit(1...2)
                #expect(try await !scene.announced(2).spooled)
                try await eventually("the account says so") { await scene.lost() == ["spool-failed 1...2 before 0: 6"] }
            }
        }
    }

    @Test("The account is on the disk before the first fragment, and says at the end what was captured")
    func account() async throws {
        try await SpoolScene.with(fragments: 3) { scene in
            try await scene.running {
                try await scene.store(1...1)
                let book = EpochBook(home: scene.home, logger: .init(label: "test"))
                await book.load()
                #expect(book.row(scene.id)?.ended == .running)
                try await scene.store(2...3)
                scene.spool.end(
                    Spool.Ending(epoch: scene.id, lastSequence: 4, lastTick: 1_200_000, total: 12))
            }
            let book = EpochBook(home: scene.home, logger: .init(label: "test"))
            await book.load()
            let row = try #require(book.row(scene.id))
            #expect(row.ended == .inOrder && row.captured == 12 && row.lastSequence == 4)
            // The last fragment was never submitted.
            #expect(await scene.lost() == ["spool-failed 4...4 before 9: 3"])
        }
    }

    @Test("A fragment whose bytes changed on the disk is refused, and not served")
    func damaged() async throws {
        try await SpoolScene.with(fragments: 2) { scene in
            try await scene.running {
                try await scene.store(1...2)
                let number = scene.epoch.epoch
                let whole = try await scene.spool.fragment(.number(number), sequence: 1)
                #expect(Digest(of: whole.bytes).hex == whole.sha256)
                let store = try await scene.spool.disk.store()
                let fragments = try await store.fragments(recording: Spool.recording(epoch: number))
                let stored = try #require(fragments.first)
                let path = URL(filePath: store.location(of: stored.segment))
                var bytes = try Data(contentsOf: path)
                bytes[stored.offset + stored.byteCount - 1] ^= 1
                try bytes.write(to: path)
                let problem = await #expect(throws: Problem.self) {
                    try await scene.spool.fragment(.number(number), sequence: 1)
                }
                #expect(problem?.status == 410)
            }
        }
    }
}
