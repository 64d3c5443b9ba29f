// SPDX-License-Identifier: Apache-2.0
import Footage
import Foundation
import Media
import SystemPackage
import Testing

@testable import Recorder

@Suite("Frames that a clip shows", .timeLimit(.minutes(1)))
struct ShownFramesTests {
    @Test("begin with the one on the screen at its start, and are as many as an export shows")
    func range() async throws {
        let folder = NSTemporaryDirectory() + "longshot-shown-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let archive = try await Archive(at: FilePath(folder))
        try await archive.store.open(
            Recording(id: "r", camera: "c", cameraName: "c", transport: "tcp", startedAt: 0))
        for entry in try JPEGFootage.entries(3, epoch: 1) { _ = try await archive.store.append(entry) }
        let all = try await archive.store.shownFrames(recording: "r", from: nil, to: nil)
        #expect(all.count > 3 && all == all.sorted())
        let (first, last) = (all[1], all[all.count - 2])
        let inside = FootagePosition(epoch: 1, tick: first.tick + 100)
        let shown = try await archive.store.shownFrames(recording: "r", from: inside, to: last)
        #expect(shown == Array(all[1..<(all.count - 2)]))
        let file = FilePath(folder).appending("clip.mp4")
        let summary = try await archive.store.export(recording: "r", from: inside, to: last, output: file)
        #expect(summary.frames - summary.hiddenFrames == shown.count)
        try await archive.store.close()
    }

    @Test("A range in which nothing was captured is refused: the picture before it is of another time")
    func hole() async throws {
        let folder = NSTemporaryDirectory() + "longshot-hole-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = try await Archive(at: FilePath(folder)).store
        try await store.open(Recording(id: "r", camera: "c", cameraName: "c", transport: "tcp", startedAt: 0))
        let entries = try JPEGFootage.entries(5, epoch: 1)
        // The third second is missing, and an epoch begins later.
        for entry in [entries[0], entries[1], entries[3], entries[4]] { _ = try await store.append(entry) }
        for entry in try JPEGFootage.entries(1, epoch: 2) { _ = try await store.append(entry) }
        func export(_ from: (Int, Int64), _ to: (Int, Int64)) async throws -> ExportSummary {
            try await store.export(
                recording: "r", from: FootagePosition(epoch: from.0, tick: Tick(rawValue: from.1)),
                to: FootagePosition(epoch: to.0, tick: Tick(rawValue: to.1)),
                output: FilePath(folder).appending("clip.mp4"))
        }
        for (from, to) in [((1, 200_000), (1, 250_000)), ((2, -90_000), (2, -45_000)), ((1, 600_000), (1, 700_000))]
            as [((Int, Int64), (Int, Int64))]
        {
            await #expect(throws: FootageError.self, "\(from) to \(to)") { _ = try await export(from, to) }
        }
        // A part of a picture's own time, and ranges that begin in a hole or before an epoch.
        #expect(try await export((1, 171_500), (1, 173_000)).frames == 1)
        #expect(try await export((1, 200_000), (1, 280_000)).frames >= 2)
        #expect(try await export((2, -90_000), (2, 20_000)).frames >= 3)
        try await store.close()
    }
}
