// SPDX-License-Identifier: Apache-2.0
import Media
import Footage
import Foundation
import Logging
import SystemPackage
import TestSupport
import Testing
import Trust
import Wire

@testable import Recorder

@Suite("What an archive keeps", .timeLimit(.minutes(1)))
struct RetentionTests {
    /// Runs a recorder whose archive has five files of one recording; the body can list the remaining files.
    private func withRecorder(
        isLocked: Bool = false, _ change: (inout RecorderSettings) -> Void,
        _ body: (_ node: RecorderNode, _ files: @escaping @Sendable () async throws -> [String]) async throws -> Void
    ) async throws {
        let home = FilePath(NSTemporaryDirectory() + "longshot-retention-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(atPath: home.string) }
        var settings = RecorderSettings(home: home)
        change(&settings)
        let archive = try await Archive(at: settings.archive)
        try await archive.store.open(Recording(id: "r", camera: "c", cameraName: "c", transport: "tcp", startedAt: 0))
        _ = try await archive.store.setLocked(isLocked, recording: "r")
        for closed in try SampleFootage.fragments(5) {
            let entry = FragmentEntry(
                recording: "r", epoch: 1, segment: closed.segment, fragment: closed.fragment,
                format: InitSegment(closed.format), captured: 3, received: 3, source: .live, persistedAt: 1)
            try await archive.append([entry], gaps: [])
        }
        try await archive.store.close()

        let node = try await RecorderNode(
            settings, as: NodeDescription(id: "n", name: "n", role: .recorder, version: "1", capabilities: []),
            peers: PeerStore(home: home), connect: { _, _ in throw SimulatedFailure() },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await node.run() }
            try await body(node) { try await node.recording("r").segments }
            group.cancelAll()
        }
    }

    @Test("Files go until no more bytes are taken than allowed, the oldest first; the one in progress stays")
    func bytes() async throws {
        try await withRecorder {
            $0.keepBytes = 1
        } _: { _, files in
            try await eventually("the old ones are gone") { try await files().count == 1 }
            #expect(try await files().first?.hasSuffix("s000005.mp4") == true)
        }
    }

    @Test("Files go that are older than is kept, in footage")
    func age() async throws {
        try await withRecorder {
            $0.keepSeconds = 2
        } _: { _, files in
            try await eventually("the old ones are gone") { try await files().count < 5 }
            #expect(try await files().last?.hasSuffix("s000005.mp4") == true)
        }
    }

    @Test("Locked recordings that alone exceed the limit are a trouble of the recorder, and nothing of them goes")
    func locked() async throws {
        try await withRecorder(isLocked: true) {
            $0.keepBytes = 1
        } _: { node, files in
            try await eventually("the recorder says so") {
                await node.state().reasons.contains { $0.hasPrefix("the locked recordings take ") }
            }
            #expect(try await files().count == 5)
            #expect(await node.state().health == .red)
        }
    }
}
