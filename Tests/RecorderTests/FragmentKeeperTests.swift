// SPDX-License-Identifier: Apache-2.0
import Media
import Footage
import FootageSupport
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Recorder

@Suite("A keeper of fragments", .timeLimit(.minutes(1)))
struct FragmentKeeperTests {
    private let closed: [ClosedFragment]
    private let announced: [FragmentAnnouncement]

    init() throws {
        closed = try SampleFootage.fragments(3)
        announced = closed.map { KeeperScene.announcement($0) }
    }

    private func units(_ index: Int) -> [AccessUnit] { SampleFootage.units(of: closed[index].fragment) }

    @Test("stores what live video brought whole, and then acknowledges it")
    func live() async throws {
        try await KeeperScene.with { scene in
            try await scene.keeper.keep(announced[0], units: units(0))
            let stored = try await scene.stored[1]
            #expect(stored?.source == .live && stored?.digest == closed[0].fragment.digest)
            #expect(scene.camera.acknowledged == [1] && scene.camera.asked == 0)
        }
    }

    @Test("fetches a fragment of which live video brought as many bytes as announced, but others")
    func flipped() async throws {
        try await KeeperScene.with { scene in
            scene.camera.serve(closed[0].fragment.bytes, as: 1)
            var units = units(0)
            var bytes = units[1].bytes
            bytes[bytes.count - 1] ^= 1
            units[1] = AccessUnit(tick: units[1].tick, isSync: false, bytes: bytes)
            try await scene.keeper.keep(announced[0], units: units)
            let stored = try await scene.stored[1]
            #expect(stored?.source == .backfill && stored?.digest == closed[0].fragment.digest)
            #expect(scene.camera.asked == 1)
        }
    }

    @Test("does not acknowledge what could not be stored: the camera would delete the only copy")
    func notStored() async throws {
        try await KeeperScene.with(isOpen: false) { scene in
            await #expect(throws: FootageError.self) {
                try await scene.keeper.keep(announced[0], units: units(0))
            }
            #expect(scene.camera.acknowledged == [])
        }
    }

    @Test("acknowledges nothing behind a fragment that is still awaited")
    func awaited() async throws {
        try await KeeperScene.with { scene in
            scene.keeper.expect(announced[0])
            try await scene.keeper.keep(announced[1], units: units(1))
            try await scene.keeper.keep(announced[2], units: units(2))
            #expect(scene.camera.acknowledged == [0, 0])
            scene.camera.serve(closed[0].fragment.bytes, as: 1)
            try await scene.keeper.keep([(announced[0], try await scene.keeper.fetch(announced[0]))])
            #expect(scene.camera.acknowledged == [0, 0, 3])
        }
    }

    @Test("stores what came together with one call, and acknowledges it once")
    func together() async throws {
        let calls = Mutex(0)
        let store = UnreliableStore(MemoryStore()) {
            calls.withLock { $0 += 1 }
            return .works
        }
        try await KeeperScene.with(store) { scene in
            let before = calls.withLock { $0 }
            try await scene.keeper.keep((0...2).map { (announced[$0], .fragment(closed[$0].fragment)) })
            #expect(calls.withLock { $0 } == before + 1)
            #expect(scene.camera.acknowledged == [3])
            #expect(try await scene.stored.keys.sorted() == [1, 2, 3])
        }
    }

    @Test("writes down a gap for a fragment that the camera does not have any more", arguments: [true, false])
    func gone(wasSpooled: Bool) async throws {
        try await KeeperScene.with { scene in
            var announcement = announced[1]
            announcement.spooled = wasSpooled
            try await scene.keeper.keep(announcement, units: [])
            let gaps = try await scene.archive.gaps(of: KeeperScene.recording)
            #expect(gaps.map(\.reason) == [wasSpooled ? .spoolOverrun : .spoolFailed])
            #expect(gaps.first?.frames == SampleFootage.frames && gaps.first?.sequences == 2...2)
            #expect(gaps.first?.firstTick == closed[1].fragment.firstTick)
            #expect(try await scene.stored.isEmpty)
            #expect(scene.camera.acknowledged == [2])
        }
    }

    @Test("asks three times for bytes that are not those announced, and then writes down that they are damaged")
    func damaged() async throws {
        try await KeeperScene.with { scene in
            var bytes = closed[0].fragment.bytes
            bytes[bytes.count - 1] ^= 1
            scene.camera.serve(bytes, as: 1)
            try await scene.keeper.keep(announced[0], units: [])
            #expect(try await scene.stored.isEmpty)
            #expect(try await scene.archive.gaps(of: KeeperScene.recording).map(\.reason) == [.spoolDamaged])
            #expect(scene.camera.asked == 3)
        }
    }

    @Test("stores what the camera says is missing inside a fragment")
    func announcedGaps() async throws {
        try await KeeperScene.with { scene in
            let tick = closed[0].fragment.lastTick.rawValue
            var gap = GapDescription(epoch: 1, firstTick: tick, lastTick: tick, frames: 2, reason: "driver-dropped")
            (gap.firstSequence, gap.lastSequence) = (1, 1)
            try await scene.keeper.keep(KeeperScene.announcement(closed[0], gaps: [gap]), units: units(0))
            let gaps = try await scene.archive.gaps(of: KeeperScene.recording)
            #expect(gaps.map(\.reason) == [.driverDropped] && gaps.first?.frames == 2)
        }
    }
}
