// SPDX-License-Identifier: Apache-2.0
import Disk
import Foundation
import MediaSamples
import Synchronization
import SystemPackage
import Testing

@testable import Footage

@Suite("A folder of small files")
struct WholeFilesTests {
    @Test("gives all that end alike in one go, in order, and none that are not whole")
    func all() async throws {
        try await withScratch { scratch in
            let folder = scratch.appending("records")
            let files = WholeFiles(directory: folder)
            #expect(try await files.all(ending: ".json").isEmpty)
            try await files.write([2, 2], as: "b.json")
            try await files.write([], as: "a.json")
            try await files.write([3], as: "c.jpg")
            try ScratchFile.write([4], to: folder.appending("d.json.part"))
            let all = try await files.all(ending: ".json")
            #expect(all.map(\.name) == ["a.json", "b.json"])
            #expect(all.map(\.bytes) == [[], [2, 2]])
        }
    }

    @Test("skips a folder in the place of a file, and says so; its size cannot be asked")
    func skipped() async throws {
        // On a disk, because the end of a folder in memory is near.
        let disk = FilePath("/var/tmp/longshot-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            atPath: disk.appending("a.json").string, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: disk.string) }
        let files = WholeFiles(directory: disk)
        try await files.write([2], as: "b.json")
        let skipped = Mutex<[String]>([])
        let whole = try await files.all(ending: ".json") { name, _ in skipped.withLock { $0.append(name) } }
        #expect(whole.map(\.name) == ["b.json"] && skipped.withLock { $0 } == ["a.json"])
    }

    @Test("gives a file its name when its bytes are on the disk, and returns when the name is too")
    func synced() async throws {
        try await withScratch { folder in
            let (files, name) = (WholeFiles(directory: folder), folder.appending("a.json").string)
            let syncs = Syncs { FileManager.default.fileExists(atPath: name) }
            try await syncs.hear { try await files.write([1], as: "a.json") }
            #expect(syncs.all == [.init(.data, false), .init(.directory(folder), true)])
            try await syncs.hear { try await files.remove("a.json") }
            #expect(syncs.all == [.init(.directory(folder), false)])
        }
    }

    @Test("makes a folder whose name is on the disk")
    func folder() async throws {
        try await withScratch { scratch in
            let folder = scratch.appending("a").appending("b")
            let syncs = Syncs { true }
            try await syncs.hear { try await WholeFiles(directory: folder).makeDirectory() }
            #expect(syncs.all == [.init(.directory(scratch), true), .init(.directory(scratch.appending("a")), true)])
        }
    }
}
