// SPDX-License-Identifier: Apache-2.0
import Disk
import Media
import Footage
import Foundation
import NIOCore
import Synchronization
import SystemPackage
import TestSupport
import Testing
import Wire

@testable import Transfers

@Suite("A file that is arriving", .timeLimit(.minutes(1)))
struct PartialFileTests {
    private func withFolder(_ body: (FilePath) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "longshot-part-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(FilePath(folder))
    }

    private func contents(_ path: FilePath) -> String? {
        FileManager.default.contents(atPath: path.string).map { String(decoding: $0, as: UTF8.self) }
    }

    private func digest(_ text: String) -> String { Digest(of: Array(text.utf8)).hex }

    @Test("goes on behind what is known to be good: bytes of a write that failed are cut off")
    func surplus() async throws {
        try await withFolder { folder in
            let path = folder.appending("a.part")
            let good = try await PartialFile.with(path, atMost: 100) { file in
                try await file.write(ByteBuffer(string: "hello"))
                let good = await file.checkpoint
                try await file.write(ByteBuffer(string: " and garbage"))
                return good
            }
            let end = try await PartialFile.with(path, atMost: 100, from: good) { file in
                #expect(await file.count == 5)
                try await file.write(ByteBuffer(string: " you"))
                return await file.digest
            }
            #expect(contents(path) == "hello you")
            #expect(end == digest("hello you"))
        }
    }

    @Test("hashes what an earlier life of the node left, and begins anew what is larger than announced")
    func takenUp() async throws {
        try await withFolder { folder in
            let path = folder.appending("a.part")
            try await PartialFile.with(path, atMost: 100) { try await $0.write(ByteBuffer(string: "hello")) }
            let end = try await PartialFile.with(path, atMost: 100) { file in
                #expect(await file.count == 5)
                try await file.write(ByteBuffer(string: " you"))
                return await file.digest
            }
            #expect(end == digest("hello you"))
            #expect(try await PartialFile.with(path, atMost: 8) { await $0.count } == 0)
            #expect(contents(path) == "")
        }
    }

    @Test("takes no byte more than announced")
    func tooLong() async throws {
        try await withFolder { folder in
            let path = folder.appending("a.part")
            try await PartialFile.with(path, atMost: 4) { file in
                let (bytes, continuation) = AsyncStream.makeStream(of: ByteBuffer.self)
                for text in ["ab", "cd", "e"] { continuation.yield(ByteBuffer(string: text)) }
                continuation.finish()
                await #expect(throws: TransferError.tooLong(limit: 4)) {
                    try await file.take(bytes, upTo: 4) { _ in }
                }
            }
            #expect(contents(path) == "abcd")
        }
    }

    @Test("is on the disk before it gets its name, and its name is when it is said to be here")
    func synced() async throws {
        let scene = Scene()
        let inbox = try await scene.inbox()
        let id = try await inbox.offer(Scene.offer("a"), from: "p1").id
        let seen = Mutex<[(sync: DiskWitness.Sync, names: [String])]>([])
        let hears: @Sendable (DiskWitness.Sync) -> Void = { sync in
            let names = scene.names
            seen.withLock { $0.append((sync, names)) }
        }
        try await DiskWitness.$hears.withValue(hears) {
            let all = UploadAppend(offset: 0, length: nil, isLast: true)
            _ = try await inbox.receive(all, of: id, from: "p1", Sending(bytes: Scene.bytes, end: .regular))
        }
        let heard = seen.withLock { $0 }
        let part = heard.first { $0.sync == .part(scene.settings.directory.appending(".transfers/\(id).part")) }
        #expect(part?.names == [])
        let name = heard.last { $0.sync == .directory(scene.settings.directory) }
        #expect(name?.names == ["a"])
    }
}
