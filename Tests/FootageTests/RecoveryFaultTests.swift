// SPDX-License-Identifier: Apache-2.0

import Disk
import Foundation
import GRDB
import Media
import MediaSamples
import Synchronization
import SystemPackage
import Testing

@testable import Footage

/// Combines all states that a crash can leave with a disk that fails at each step of the repair.
@Suite("Faults during recovery", .timeLimit(.minutes(2)))
struct RecoveryFaultTests {
    private let recording = StoreFixture.recording.id

    /// Makes two recordings with a torn end, a damaged fragment, an empty segment, an unfinished deletion and a stray file.
    ///
    /// Returns the fragments of the deletion.
    private func crash(_ directory: FilePath) async throws -> Set<Digest> {
        let fixture = try StoreFixture(fragments: 8, perSegment: 2)
        let second = try StoreFixture(fragments: 8, perSegment: 2, size: 70)
        let store = try await fixture.store(in: directory, 1...5)
        try await store.open(Recording(id: "rec-2", camera: "c", cameraName: "c", transport: "t", startedAt: 2))
        for sequence in 1...4 { _ = try await store.append(second.entry(sequence, recording: "rec-2")) }
        let (own, other) = (
            try await store.fragments(recording: recording), try await store.fragments(recording: "rec-2")
        )
        let (torn, damaged) = (store.path(of: own[4]), store.path(of: other[3]))
        _ = try await store.catalog.insertSegment(
            second.entry(7, recording: "rec-2"), part: 0, path: "c/rec-2/e000001-s000004.mp4")
        try await store.catalog.markGarbage([other[0].segment.id])
        try await store.close()
        try ScratchFile.write(try ScratchFile.read(torn) + fixture.closed[5].fragment.bytes, to: torn)
        var bytes = try ScratchFile.read(damaged)
        bytes[other[3].offset + 200] ^= 1
        try ScratchFile.write(bytes, to: damaged)
        try ScratchFile.write(try ScratchFile.read(torn), to: directory.appending("c/rec-2/e000001-s000004.mp4"))
        try ScratchFile.write(try ScratchFile.read(torn), to: directory.appending("c/rec-2/e000001-s000009.mp4"))
        return Set(other[0...1].map(\.digest))
    }

    /// The names and contents of a store's footage files, and the rows of its catalog.
    private func content(_ directory: FilePath) throws -> [String: [UInt8]] {
        var content: [String: [UInt8]] = [:]
        for name in ScratchFile.files(below: directory) where name.hasSuffix(".mp4") {
            content[name] = try ScratchFile.read(directory.appending(name))
        }
        let queue = try DatabaseQueue(path: directory.appending("catalog.sqlite").string)
        for table in ["recording", "segment", "fragment", "gap"] {
            let rows = try queue.read { try Row.fetchAll($0, sql: "SELECT * FROM \(table)").map(\.description) }
            content[table] = Array(rows.joined(separator: "\n").utf8)
        }
        try queue.close()
        return content
    }

    @Test("A read error stops the start, names the file, and changes nothing; any other error loses nothing")
    func everyStep() async throws {
        try await withScratch { scratch in
            let model = scratch.appending("model")
            let deleted = try await crash(model)
            let (before, all) = (try content(model), try StoreFixture.intactFragments(model))
            let intact = all.subtracting(deleted)
            #expect(intact.count == all.count - 2 && all.count == 10)
            let repaired = scratch.appending("repaired")
            try FileManager.default.copyItem(atPath: model.string, toPath: repaired.string)
            try await FootageStore(directory: repaired).close()
            let (after, kept) = (try content(repaired), try StoreFixture.intactFragments(repaired))
            #expect(kept.isSuperset(of: intact))
            var (unreadable, failed) = (0, 0)
            for step in 1...200 {
                let directory = scratch.appending("step-\(step)")
                try FileManager.default.copyItem(atPath: model.string, toPath: directory.string)
                let calls = Mutex((count: 0, path: FilePath("")))
                do {
                    let gate: RecoveryInspection.Gate = { path throws(Errno) in
                        let isNow = calls.withLock { calls in
                            calls.count += 1
                            if calls.count == step { calls.path = path }
                            return calls.count == step
                        }
                        if isNow { throw .ioError }
                    }
                    let store = try await FootageStore(directory: directory, gate: gate)
                    try await store.close()
                    #expect(step > 10)
                    break
                } catch FootageError.unreadable(let path, let code) {
                    #expect(path == calls.withLock { $0.path.string } && code == EIO)
                    #expect(try content(directory) == before, "step \(step)")
                    unreadable += 1
                    continue
                } catch DiskError.system(_, let path, let code) {
                    #expect(path == calls.withLock { $0.path.string } && code == EIO)
                    failed += 1
                }
                let left = try StoreFixture.intactFragments(directory)
                #expect(left.isSuperset(of: intact), "step \(step)")
                // The next start finishes the repair.
                try await FootageStore(directory: directory).close()
                #expect(
                    try content(directory).filter { !$0.key.hasPrefix("recovered/") }
                        == after.filter { !$0.key.hasPrefix("recovered/") }, "step \(step)")
                #expect(try StoreFixture.intactFragments(directory) == kept)
            }
            #expect(unreadable >= 8 && failed >= 4)
        }
    }

    @Test("A disk without room for the end of a file: the end stays where it is, and the store can be used")
    func fullDisk() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 4)
            let before = try await fixture.store(in: directory, 1...2)
            let path = before.path(of: try #require(try await before.fragments(recording: recording).first))
            try await before.close()
            try ScratchFile.write(try ScratchFile.read(path) + fixture.closed[2].fragment.bytes, to: path)
            let longer = try ScratchFile.read(path)
            // The last check of this file before it is cut is for the copy; earlier ones only read.
            var looks = 0
            while true {
                let calls = Mutex(0)
                let gate: RecoveryInspection.Gate = { [looks] _ throws(Errno) in
                    let call = calls.withLock { count in
                        count += 1
                        return count
                    }
                    if call > looks { throw .noSpace }
                }
                do {
                    let store = try await FootageStore(directory: directory, gate: gate)
                    #expect(store.recovery.notes.count == 1 && store.recovery.notes[0].contains("the disk is full"))
                    #expect(try ScratchFile.read(path) == longer)
                    for sequence in 3...4 { _ = try await store.append(fixture.entry(sequence)) }
                    #expect(try await store.fragments(recording: recording).map(\.segment.part) == [0, 0, 1, 1])
                    #expect(try await store.verify(recording: recording).holds)
                    return
                } catch FootageError.unreadable {
                    #expect(try ScratchFile.read(path) == longer)
                    looks += 1
                    try #require(looks < 50)
                }
            }
        }
    }
}
