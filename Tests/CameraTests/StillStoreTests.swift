// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemPackage
import Testing
import Wire

@testable import Camera

@Suite("The stills that a camera keeps", .timeLimit(.minutes(1)))
struct StillStoreTests {
    /// Runs the body with a folder that has a still for the recorders `a` and `b`.
    private func withStill(
        save: SavePreference = .recorder, _ body: (FilePath, Still) async throws -> Void
    ) async throws {
        let folder = NSTemporaryDirectory() + "longshot-stills-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let still = Still(
            id: "s1", job: "j1", name: "s1.jpg", camera: "c1", type: "image/jpeg", width: 1, height: 1, bytes: 2,
            sha256: "ef", askedAt: 0, shownAt: 0, tick: 0, epoch: 1, skew: 0, uncertainty: 0, clamped: false,
            source: .ring, save: save, recipients: ["a", "b"])
        try await StillStore(directory: FilePath(folder)).keep([0xFF, 0xD8], still)
        try await body(FilePath(folder), still)
    }

    /// The store as the camera's next start loads it.
    private func opened(_ folder: FilePath) async throws -> StillStore {
        let store = StillStore(directory: folder)
        try await store.load()
        return store
    }

    private func names(_ folder: FilePath) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.string).sorted()
    }

    @Test("A receipt survives a restart; the last one deletes picture and description")
    func restart() async throws {
        try await withStill { folder, still in
            try await opened(folder).confirm(still.id, by: "a", paired: ["a", "b"])
            let store = try await opened(folder)
            #expect(try await store.still(still.id).receivedBy == ["a"])
            try await store.confirm(still.id, by: "a", paired: ["a", "b"])
            #expect(try names(folder) == ["s1.jpg", "s1.json"])
            try await store.confirm(still.id, by: "b", paired: ["a", "b"])
            #expect(try names(folder).isEmpty)
            await #expect(throws: Problem.self) {
                try await store.confirm(still.id, by: "b", paired: ["a", "b"])
            }
        }
    }

    @Test("One that cannot be read hides no other, in the list and at a start")
    func unreadable() async throws {
        try await withStill { folder, still in
            let store = try await opened(folder)
            var next = still
            (next.id, next.name) = ("s2", "s2.jpg")
            try await store.keep([0xFF, 0xD8], next)
            // A folder can be opened, and not be read.
            let broken = folder.appending("s1.json").string
            try FileManager.default.removeItem(atPath: broken)
            try FileManager.default.createDirectory(atPath: broken, withIntermediateDirectories: false)
            #expect(try await store.list(after: nil, limit: 9).map(\.id) == ["s2"])
            #expect(try await opened(folder).list(after: nil, limit: 9).map(\.id) == ["s2"])
        }
    }

    @Test("Pages of the list come in order, also of stills that were deleted or damaged meanwhile")
    func pages() async throws {
        try await withStill { folder, still in
            let store = try await opened(folder)
            for number in 2...12 {
                var next = still
                (next.id, next.name) = ("s\(number)", "s\(number).jpg")
                if number.isMultiple(of: 2) { next.recipients = ["c"] }
                try await store.keep([0xFF, 0xD8], next)
            }
            try await store.delete("s5")
            try Data("{".utf8).write(to: URL(fileURLWithPath: folder.appending("s3.json").string))
            for store in [store, try await opened(folder)] {
                let page = try await store.list(after: "s1", limit: 4) { $0.isFor("a") }
                #expect(page.map(\.id) == ["s7", "s9", "s11"])
                #expect(try await store.list(after: nil, limit: 2).map(\.id) == ["s1", "s2"])
                #expect(try await store.list(after: "s2", limit: 2).map(\.id) == ["s4", "s6"])
                #expect(try await store.list(after: "s11", limit: 2).map(\.id) == ["s12"])
            }
        }
    }

    @Test("Receipts that come at once are all kept")
    func atOnce() async throws {
        try await withStill(save: .both) { folder, still in
            let store = try await opened(folder)
            await withTaskGroup(of: Void.self) { group in
                for recorder in ["a", "b", "a", "b"] {
                    group.addTask { try? await store.confirm(still.id, by: recorder, paired: ["a", "b"]) }
                }
            }
            // `save: .both` keeps the still on the camera after all receipts.
            #expect(try await opened(folder).still(still.id).receivedBy?.sorted() == ["a", "b"])
        }
    }

    @Test("A recorder that was revoked while the camera was off does not count; a still that nobody has stays")
    func revoked() async throws {
        try await withStill { folder, still in
            try await opened(folder).deleteDelivered(among: [])
            try await opened(folder).confirm(still.id, by: "a", paired: ["a", "b"])
            try await opened(folder).deleteDelivered(among: ["a", "b"])
            #expect(try names(folder) == ["s1.jpg", "s1.json"])
            try await opened(folder).deleteDelivered(among: ["a"])
            #expect(try names(folder).isEmpty)
        }
    }
}
