// SPDX-License-Identifier: Apache-2.0
import Foundation
import Logging
import SystemPackage
import Tasks
import Testing
import TestSupport
import Transfers
import Wire

@testable import Recorder

@Suite("A recorder's backlog of stills", .timeLimit(.minutes(1)))
struct StillCollectorTests {
    /// Runs the body with a collector of the recorder `node` in a temporary folder.
    private func withCollector(
        mostWaiting: Int = 1_000, _ body: @escaping @Sendable (StillCollector, FilePath) async throws -> Void
    ) async throws {
        let folder = NSTemporaryDirectory() + "longshot-collector-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            let nursery = Nursery()
            group.addTask { await nursery.run() }
            try await body(collector(FilePath(folder), nursery, mostWaiting: mostWaiting), FilePath(folder))
            group.cancelAll()
        }
    }

    private func collector(
        _ folder: FilePath, _ nursery: Nursery, room: DiskRoom = DiskRoom(reserveBytes: 0), mostWaiting: Int = 1_000
    ) -> StillCollector {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return StillCollector(
            node: "node", directory: folder.appending("files"), room: room, events: EventFeed(), nursery: nursery,
            mostWaiting: mostWaiting, pauses: .milliseconds(1)...(.milliseconds(5)), logger: logger)
    }

    private func received(_ collector: StillCollector) async throws -> Int {
        try await collector.list().count { $0.phase == .received }
    }

    @Test("comes whole, a few at a time, although some break off")
    func whole() async throws {
        try await withCollector { collector, _ in
            let camera = SimulatedStills(gathering: StillBacklog.width)
            let stills = (0..<500).map { SimulatedStills.still($0) }
            for still in stills where still.id.hasSuffix("7") { await camera.breakOff(still, times: 3) }
            for still in stills { collector.collect(still, from: camera, announcedAt: 0) }
            try await eventually("all are here") { try await received(collector) == stills.count }
            #expect(await camera.width == StillBacklog.width)
            #expect(await camera.attempts == 500 + 50 * 3)
        }
    }

    @Test("beyond what memory is for stays on the camera, which is asked for its list when there is place")
    func bounded() async throws {
        try await withCollector(mostWaiting: 20) { collector, _ in
            let stills = (0..<100).map { SimulatedStills.still($0) }
            let camera = SimulatedStills(listing: stills)
            await camera.goAway(true)
            for still in stills { collector.collect(still, from: camera, announcedAt: 0) }
            #expect(try await collector.list().count == 20)
            await camera.goAway(false)
            try await eventually("all are here") { try await received(collector) == stills.count }
            #expect(await camera.attempts >= 100)
        }
    }

    @Test("waits for a camera that is away, however often it is tried meanwhile")
    func away() async throws {
        try await withCollector { collector, _ in
            let camera = SimulatedStills()
            await camera.goAway(true)
            for number in 0..<20 {
                collector.collect(SimulatedStills.still(number), from: camera, announcedAt: 0)
            }
            try await eventually("it was tried more often than a still may fail") {
                await camera.attempts > 10 * StillBacklog.tries
            }
            #expect(try await !collector.list().contains { $0.phase == .failed })
            await camera.goAway(false)
            try await eventually("all are here") { try await received(collector) == 20 }
        }
    }

    @Test("gives up one still that fails alone, and fetches those behind it first")
    func hopeless() async throws {
        try await withCollector { collector, _ in
            let camera = SimulatedStills()
            let stills = (0..<10).map { SimulatedStills.still($0) }
            await camera.breakOff(stills[0], times: .max)
            for still in stills { collector.collect(still, from: camera, announcedAt: 0) }
            try await eventually("the last try has failed") { try await collector.list().first?.phase == .failed }
            #expect(try await received(collector) == 9)
            #expect(await camera.attempts == 9 + StillBacklog.tries)
            // The camera lists the still again after a reconnect.
            await camera.breakOff(stills[0], times: 0)
            collector.collect(stills[0], from: camera, announcedAt: 0)
            try await eventually("it is here") { try await received(collector) == 10 }
        }
    }

    @Test("says when each still of a series was taken, also after a restart")
    func moments() async throws {
        try await withCollector { collector, folder in
            let camera = SimulatedStills()
            let moments = (0..<3).map { Int64($0) * 3_000_000_000 as Int64? }
            for (number, moment) in moments.enumerated() {
                var still = SimulatedStills.still(number)
                still.shownAt = moment ?? 0
                collector.collect(still, from: camera, announcedAt: 0)
            }
            #expect(try await collector.list().map(\.shownAt) == moments)
            try await eventually("all are here") { try await received(collector) == moments.count }
            try await eventually("the next run knows it from the records") {
                let next = self.collector(folder, Nursery())
                try await next.load()
                return try await next.list().map(\.shownAt) == moments
            }
        }
    }

    @Test("leaves what is meant for other recorders, or for the camera alone")
    func others() async throws {
        try await withCollector { collector, _ in
            let camera = SimulatedStills()
            var other = SimulatedStills.still(1)
            other.recipients = ["another node"]
            let kept = SimulatedStills.still(2, save: .camera)
            let own = SimulatedStills.still(3)
            for still in [other, kept, own] { collector.collect(still, from: camera, announcedAt: 0) }
            try await eventually("its own is here") { try await received(collector) == 1 }
            #expect(try await collector.list().map(\.name) == [own.name])
            #expect(await camera.attempts == 1)
        }
    }

    @Test("is fetched over the newest connection to the camera")
    func elsewhere() async throws {
        try await withCollector { collector, _ in
            let (before, after) = (SimulatedStills(), SimulatedStills())
            await before.goAway(true)
            for number in 0..<20 { collector.collect(SimulatedStills.still(number), from: before, announcedAt: 0) }
            collector.collect(SimulatedStills.still(0), from: after, announcedAt: 0)
            try await eventually("all are here") { try await received(collector) == 20 }
        }
    }

    @Test("is confirmed once it is stored, also by the next life of the node")
    func confirmed() async throws {
        try await withCollector { collector, folder in
            let camera = SimulatedStills()
            let (still, both) = (SimulatedStills.still(1, save: .recorder), SimulatedStills.still(2))
            for still in [still, both] { collector.collect(still, from: camera, announcedAt: 0) }
            try await eventually("they are confirmed") { await camera.confirmed.sorted() == [still.id, both.id] }
            #expect(try await received(collector) == 2)

            let nursery = Nursery()
            let next = self.collector(folder, nursery)
            try await next.load()
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await nursery.run() }
                // The receipt was lost, so that the camera lists the still without it.
                next.collect(still, from: camera, announcedAt: 0)
                try? await eventually("it is confirmed again") { await camera.confirmed.count == 3 }
                var known = still
                known.receivedBy = ["node"]
                next.collect(known, from: camera, announcedAt: 0)
                // Another file with the same id is not confirmed, because it is not stored.
                var other = still
                other.sha256 = "00"
                next.collect(other, from: camera, announcedAt: 0)
                group.cancelAll()
            }
            #expect(await camera.confirmed.sorted() == [still.id, still.id, both.id])
            #expect(await camera.attempts == 2)
        }
    }
}
