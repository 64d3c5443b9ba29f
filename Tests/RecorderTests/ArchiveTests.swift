// SPDX-License-Identifier: Apache-2.0
import Media
import Footage
import Foundation
import SystemPackage
import Testing
import Wire

@testable import Recorder

@Suite("What a newer camera says", .timeLimit(.minutes(1)))
struct ArchiveTests {
    @Test("Reasons that this recorder does not know are kept, for gaps and for the beginnings of epochs")
    func reasons() async throws {
        let folder = NSTemporaryDirectory() + "longshot-archive-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let archive = try await Archive(at: FilePath(folder))
        try await archive.store.open(Recording(id: "r", camera: "c", cameraName: "c", transport: "tcp", startedAt: 0))
        let gap = GapDescription(epoch: 2, firstTick: 5, lastTick: 9, frames: 4, reason: "eclipse")
        try await archive.note([gap], in: "r")
        let row = EpochDescription(epoch: 2, began: "moved", utcAtTickZero: 1, uncertainty: 0)
        _ = try await archive.register([row], of: "c") { _, _ in false }
        #expect(try await archive.store.clocks(camera: "c").map(\.began.rawValue) == ["moved"])
        let description = try #require(try await archive.description(of: "r"))
        #expect(description.gaps == [gap])
        #expect(description.frames.missing == 4)
        let verdict = try await archive.verify("r", decoder: nil)
        #expect(!verdict.isComplete && !verdict.isDamaged)
        #expect(verdict.recording.gaps == [gap])
        try await archive.store.close()
    }
}
