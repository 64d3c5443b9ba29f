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
}
