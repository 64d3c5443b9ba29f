// SPDX-License-Identifier: Apache-2.0
import Footage
import Foundation
import Media
import Pipelines
import SystemPackage
import Testing
import Viewing

@testable import Recorder

@Suite("A clip of a recording", .timeLimit(.minutes(1)))
struct PlaybackTests {
    @Test("has late footage when it is asked for again, and stays the same file while nothing changes")
    func late() async throws {
        let folder = NSTemporaryDirectory() + "longshot-playback-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let archive = try await Archive(at: FilePath(folder))
        try await archive.store.open(
            Recording(id: "r", camera: "c", cameraName: "c", transport: "tcp", startedAt: 0))
        try await archive.store.set(
            EpochClock(camera: "c", epoch: 1, tick: Tick(rawValue: 0), utc: 1_000_000_000, uncertainty: 0))
        let entries = try JPEGFootage.entries(9)
        for entry in entries where ![4, 5].contains(entry.fragment.sequence) {
            _ = try await archive.store.append(entry)
        }
        let playback = Playback(of: archive, developer: StillDeveloper(library: PipelineLibrary(home: nil)))
        // From second 2 to second 8.
        let (from, to): (Int64, Int64) = (2_000_000_000, 8_000_000_000)
        let before = try await playback.movie(of: "r", from: from, to: to)
        let again = try await playback.movie(of: "r", from: from, to: to)
        #expect(before.tag == again.tag && before.byteCount == again.byteCount)
        for entry in entries where [4, 5].contains(entry.fragment.sequence) {
            _ = try await archive.store.append(entry)
        }
        let after = try await playback.movie(of: "r", from: from, to: to)
        #expect(after.tag != before.tag)
        #expect(after.byteCount > before.byteCount)
        // A new recorder with no state produces the same tag.
        let fresh = Playback(of: archive, developer: StillDeveloper(library: PipelineLibrary(home: nil)))
        #expect(try await fresh.movie(of: "r", from: from, to: to).tag == after.tag)
        try await archive.store.close()
    }
}
