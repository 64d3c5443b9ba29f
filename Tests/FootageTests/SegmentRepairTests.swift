// SPDX-License-Identifier: Apache-2.0
import Disk
import Media
import MediaSamples
import SystemPackage
import Testing

@testable import Footage

@Suite("A damaged file of a store", .timeLimit(.minutes(2)))
struct SegmentRepairTests {
    private let recording = StoreFixture.recording.id

    /// A closed recording in several files, its fragments, and the bytes of its second file.
    private func scene(
        in directory: FilePath, _ body: (FootageStore, [StoredFragment], FilePath, [UInt8]) async throws -> Void
    ) async throws {
        let store = try await StoreFixture.store(
            of: EncodedVideo.units(try await EncodedVideo.h264(frames: 150, in: directory)),
            limits: .init(segmentDuration: 2 * Tick.perSecond), in: directory)
        _ = try await store.stop(recording: recording, at: 9)
        let all = try await store.fragments(recording: recording)
        let file = try #require(all.map(\.segment).first { $0.path != all[0].segment.path })
        let fragments = all.filter { $0.segment.path == file.path }
        try #require(fragments.count > 1)
        let path = directory.appending("store/\(file.path)")
        try await body(store, fragments, path, try ScratchFile.read(path))
        try await store.close()
    }

    /// The bytes of fragments of a file, by their sequence.
    private func contents(_ fragments: [StoredFragment], _ file: [UInt8]) -> [Int: [UInt8]] {
        Dictionary(
            uniqueKeysWithValues: fragments.map {
                ($0.id.sequence, Array(file[$0.offset..<$0.offset + $0.byteCount]))
            })
    }

    @Test("gets its bytes again: only damaged fragments are fetched")
    func damaged() async throws {
        try await withScratch { directory in
            try await scene(in: directory) { store, fragments, path, original in
                let known = contents(fragments, original)
                var bytes = original
                bytes[fragments[1].offset + fragments[1].byteCount - 9] ^= 0x40
                try ScratchFile.write(bytes, to: path)
                let reader = try await FootageStore(readingDirectory: directory.appending("store"))
                let fetched = try await reader.restore(fragments[0].segment) { fragment in
                    try #require(fragment.id == fragments[1].id)
                    return known[fragment.id.sequence] ?? []
                }
                #expect(fetched == 1)
                #expect(try ScratchFile.read(path) == original)
                let verification = try await store.verify(recording: recording)
                #expect(verification.holds && verification.findings.isEmpty, "\(verification.findings)")
            }
        }
    }

    @Test("that is gone, or has lost its beginning or its end, gets its bytes again")
    func gone() async throws {
        try await withScratch { directory in
            try await scene(in: directory) { store, fragments, path, original in
                let known = contents(fragments, original)
                func restored() async throws -> Int {
                    try await store.restore(fragments[0].segment) { known[$0.id.sequence] ?? [] }
                }
                #expect(try await store.goneFootage(recording: recording) == [])
                try FileSystem.remove(path)
                let gap = try #require(try await store.goneFootage(recording: recording).first)
                #expect(gap.reason == .fileMissing && gap.frames == fragments.reduce(0) { $0 + $1.frames })
                #expect(gap.firstTick == fragments[0].firstTick && gap.lastTick == fragments.last?.lastTick)
                #expect(try await restored() == fragments.count)
                #expect(try ScratchFile.read(path) == original)
                #expect(try await store.goneFootage(recording: recording) == [])

                try ScratchFile.write(Array(original.prefix(fragments[1].offset + 5)), to: path)
                #expect(try await restored() == fragments.count - 1)
                #expect(try ScratchFile.read(path) == original)

                var bytes = original
                bytes[20] ^= 0xFF
                try ScratchFile.write(bytes, to: path)
                let verification = try await store.verify(recording: recording)
                #expect(verification.damagedHeads == [fragments[0].segment.id] && verification.damaged.isEmpty)
                #expect(try await restored() == 0)
                #expect(try ScratchFile.read(path) == original)

                try ScratchFile.remove(path.removingLastComponent())
                #expect(try await restored() == fragments.count)
                #expect(try ScratchFile.read(path) == original)
                let folder = path.removingLastComponent().removingLastComponent()
                try ScratchFile.remove(folder)
                await #expect(throws: FootageError.self) { try await restored() }
                try FileSystem.makeDirectories(folder)
                #expect(try await restored() == fragments.count)
            }
        }
    }

    @Test("that has more bytes than the catalog says gets its bytes again; the others go to the recovered footage")
    func surplus() async throws {
        try await withScratch { directory in
            try await scene(in: directory) { store, fragments, path, original in
                let known = contents(fragments, original)
                func restored() async throws -> Int {
                    try await store.restore(fragments[0].segment) { known[$0.id.sequence] ?? [] }
                }
                var bytes = original
                bytes[fragments[1].offset + 40] ^= 1
                try ScratchFile.write(bytes + Array("hello".utf8), to: path)
                #expect(try await store.verify(recording: recording).surplus == [fragments[0].segment.id])
                #expect(try await restored() == 1)
                #expect(try ScratchFile.read(path) == original)
                let recovered = try #require(try await store.recoveredFiles().first)
                #expect(recovered.offset == original.count && recovered.origin == fragments[0].segment.path)
                let copy = directory.appending("store/recovered/\(recovered.name)")
                #expect(try ScratchFile.read(copy) == Array("hello".utf8))

                // Nothing of it is damaged.
                try ScratchFile.write(original + [1], to: path)
                #expect(try await restored() == 0)
                #expect(try ScratchFile.read(path) == original)
                #expect(try await store.recoveredFiles().count == 2)
                #expect(try await store.verify(recording: recording).surplus.isEmpty)
                #expect(try FileSystem.names(in: directory.appending("store/repair")) == ["lock"])
            }
        }
    }

    @Test("stays as it is if other bytes come, or none, also if it has more bytes than the catalog says")
    func refused() async throws {
        try await withScratch { directory in
            try await scene(in: directory) { store, fragments, path, original in
                var bytes = original
                bytes[fragments[1].offset + 40] ^= 1
                try ScratchFile.write(bytes, to: path)
                let other = Array(bytes[fragments[1].offset..<fragments[1].offset + fragments[1].byteCount])
                await #expect(throws: FootageError.self) {
                    try await store.restore(fragments[0].segment) { _ in other }
                }
                await #expect(throws: CancellationError.self) {
                    try await store.restore(fragments[0].segment) { _ in throw CancellationError() }
                }
                #expect(try ScratchFile.read(path) == bytes)
                try ScratchFile.write(bytes + [1], to: path)
                await #expect(throws: FootageError.self) {
                    try await store.restore(fragments[0].segment) { _ in other }
                }
                #expect(try ScratchFile.read(path) == bytes + [1])
                #expect(try await store.recoveredFiles().isEmpty)
                let rest = try FileSystem.names(in: directory.appending("store/repair"))
                #expect(rest == ["lock"], "\(rest)")
            }
        }
    }

    @Test("whose repair was killed leaves unfinished files, which the next writer of the store removes")
    func killed() async throws {
        try await withScratch { directory in
            let folder = directory.appending("repair")
            try FileSystem.makeDirectories(folder)
            try ScratchFile.write([1], to: folder.appending("segment.part"))
            try ScratchFile.write([1], to: folder.appending("surplus.part"))
            let store = try await FootageStore(directory: directory)
            #expect(try FileSystem.names(in: folder) == ["lock"])
            try await store.close()
        }
    }

    @Test("is not restored once its recording was deleted")
    func deleted() async throws {
        try await withScratch { directory in
            try await scene(in: directory) { store, fragments, path, original in
                let known = contents(fragments, original)
                try FileSystem.remove(path)
                // The owner's file keeps the folder.
                try ScratchFile.write([1], to: path.removingLastComponent().appending("note"))
                let reader = try await FootageStore(readingDirectory: directory.appending("store"))
                await #expect(throws: FootageError.self) {
                    try await reader.restore(fragments[0].segment) { fragment in
                        if fragment.id == fragments.last?.id { try await store.delete(recording: recording) }
                        return known[fragment.id.sequence] ?? []
                    }
                }
                #expect(!FileSystem.exists(path))
            }
        }
    }
}
