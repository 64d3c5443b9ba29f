// SPDX-License-Identifier: Apache-2.0
import Footage
import Foundation
import Logging
import Media
import MediaSamples
import SystemPackage
import Tasks
import TestSupport
import Testing
import Wire

@testable import Camera

@Suite("The frames of a fragment in progress", .timeLimit(.minutes(1)))
struct FrameJournalTests {
    private static let camera = NodeDescription(id: "c", name: "c", role: .camera, version: "1", capabilities: [])
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func journal(in folder: FilePath) -> FrameJournal {
        FrameJournal(directory: folder, name: "c", logger: Self.logger)
    }

    /// Lets a program keep frames until it is killed.
    private func run(in folder: FilePath, _ body: (FrameJournal) -> Void) { body(journal(in: folder)) }

    /// What a program that was killed has left, in the order of capture, as sequence number, frames and frames before.
    private func left(in folder: FilePath) throws -> [[Int]] {
        try (0..<2).compactMap { number in
            UnfinishedFragment(reading: try ScratchFile.read(folder.appending("longshot-c-\(number)")))
        }
        .map { [$0.head.sequence, $0.units.count, $0.before] }
        .sorted { $0[0] < $1[0] }
    }

    private func opening(_ sequence: Int, of scene: SpoolScene) -> Fragmenter.Opening {
        let closed = scene.closed[sequence - 1]
        return Fragmenter.Opening(
            sequence: sequence, segment: closed.segment, base: closed.fragment.base,
            firstTick: closed.fragment.firstTick, format: closed.format)
    }

    /// Keeps the first frames of a fragment; the epoch had captured three in each one before it.
    private func keep(_ frames: Int, of sequence: Int, of scene: SpoolScene, in journal: FrameJournal) {
        for unit in units(sequence, of: scene).prefix(frames) {
            journal.add(
                unit, in: opening(sequence, of: scene), of: scene.epoch, nominalInterval: SampleFootage.interval,
                isWhole: { _ in true })
        }
        journal.set(before: (sequence - 1) * SampleFootage.frames)
    }

    private func units(_ sequence: Int, of scene: SpoolScene) -> [AccessUnit] {
        SampleFootage.units(of: scene.closed[sequence - 1].fragment)
    }

    @Test("are in the spool after a kill, and counted, as far as they had come", arguments: [1, 2, 3])
    func killed(frames: Int) async throws {
        try await SpoolScene.with(fragments: 4) { scene in
            try await withScratch { folder in
                try await scene.running { try await scene.store(1...3) }
                run(in: folder) { journal in
                    keep(3, of: 3, of: scene, in: journal)
                    keep(frames, of: 4, of: scene, in: journal)
                }
                #expect(try left(in: folder) == [[3, 3, 6], [4, frames, 9]])

                // The next run of the program.
                let (row, fragments) = try await restart(scene, folder)
                #expect(fragments.map(\.id.sequence) == [1, 2, 3, 4] && fragments.last?.frames == frames)
                #expect(row?.ended == .killed && row?.lastSequence == 4 && row?.captured == 9 + frames)
                #expect(row?.lost == [])
                if frames == 3 { #expect(fragments.last?.digest == scene.closed[3].fragment.digest) }
            }
        }
    }

    @Test("of the first fragment begin their epoch in the spool")
    func first() async throws {
        try await SpoolScene.with(fragments: 1) { scene in
            try await withScratch { folder in
                await scene.spool.prepare(clock: MediaClock(), began: .cameraRestarted)
                try await scene.epochs.saveNew(scene.id)
                run(in: folder) { keep(2, of: 1, of: scene, in: $0) }

                let (row, fragments) = try await restart(scene, folder)
                #expect(fragments.map(\.frames) == [2])
                #expect(row?.ended == .killed && row?.captured == 2)
            }
        }
    }

    @Test("are left alone if the epoch ended in order, or is unknown")
    func ended() async throws {
        try await SpoolScene.with(fragments: 2) { scene in
            try await withScratch { folder in
                run(in: folder) { keep(1, of: 2, of: scene, in: $0) }
                try await scene.running {
                    try await scene.store(1...1)
                    scene.spool.end(Spool.Ending(epoch: scene.id, lastSequence: 1, lastTick: 1, total: 3))
                }
                let (row, fragments) = try await restart(scene, folder)
                #expect(fragments.map(\.id.sequence) == [1] && row?.ended == .inOrder)
            }
        }
    }

    /// Opens the journal and the spool again, as the next run does.
    private func restart(
        _ scene: SpoolScene, _ folder: FilePath
    ) async throws -> (EpochDescription?, [StoredFragment]) {
        let book = EpochBook(home: scene.home, logger: Self.logger)
        await book.load()
        let store = try await FootageStore(directory: scene.home.appending("spool"))
        await journal(in: folder).recover(into: store, of: Self.camera, book)
        try await book.complete(from: store, camera: "c", now: wallNanoseconds())
        let fragments = try await store.fragments(recording: Spool.recording(epoch: scene.epoch.epoch))
        try await store.close()
        return (book.row(scene.id), fragments)
    }

    @Test("are read up to the last whole record, wherever the program was killed")
    func truncated() async throws {
        try await SpoolScene.with(fragments: 1) { scene in
            let head = UnfinishedFragment.Head(
                opening(1, of: scene), of: scene.epoch, nominalInterval: SampleFootage.interval)
            var bytes = UnfinishedFragment.record(of: head) + UnfinishedFragment.record(ofCount: 0)
            var ends = [bytes.count]
            for unit in units(1, of: scene) {
                bytes += UnfinishedFragment.record(of: unit)
                ends.append(bytes.count)
            }
            for size in 0...bytes.count {
                let read = UnfinishedFragment(reading: Array(bytes.prefix(size)))?.units.count ?? 0
                #expect(read == ends.count { $0 <= size } - (size < ends[0] ? 0 : 1))
            }
        }
    }

    @Test("are left out if the next fragment says that there were more")
    func partial() async throws {
        try await SpoolScene.with(fragments: 4) { scene in
            try await withScratch { folder in
                try await scene.running { try await scene.store(1...2) }
                run(in: folder) { journal in
                    keep(2, of: 3, of: scene, in: journal)
                    keep(1, of: 4, of: scene, in: journal)
                }
                let (row, fragments) = try await restart(scene, folder)
                #expect(fragments.map(\.id.sequence) == [1, 2, 4])
                #expect(row?.lost?.map(\.frames) == [3] && row?.captured == 10)
            }
        }
    }

    @Test("are not kept of a fragment in which a captured frame is missing, and are kept of the next one")
    func paused() async throws {
        try await SpoolScene.with(fragments: 3) { scene in
            try await withScratch { folder in
                let journal = journal(in: folder)
                keep(2, of: 1, of: scene, in: journal)
                keep(1, of: 2, of: scene, in: journal)
                let before = try left(in: folder)
                #expect(before == [[1, 2, 0], [2, 1, 3]])
                journal.add(
                    units(2, of: scene)[1], in: opening(2, of: scene), of: scene.epoch,
                    nominalInterval: SampleFootage.interval, isWhole: { _ in false })
                let whole = try left(in: folder)
                #expect(whole == [[1, 2, 0]])
                keep(2, of: 3, of: scene, in: journal)
                let kept = try left(in: folder)
                #expect(kept == [[3, 2, 6]])
                journal.remove()
                let files = try FileManager.default.contentsOfDirectory(atPath: folder.string)
                #expect(files.isEmpty)
            }
        }
    }

    @Test("are not kept by a second camera with the same id")
    func twice() async throws {
        try await SpoolScene.with(fragments: 2) { scene in
            try await withScratch { folder in
                let (journal, other) = (journal(in: folder), journal(in: folder))
                keep(2, of: 1, of: scene, in: journal)
                keep(1, of: 2, of: scene, in: other)
                let kept = try left(in: folder)
                #expect(kept == [[1, 2, 0]])
            }
        }
    }

    @Test("are not kept in a file that another user has put there")
    func foreign() async throws {
        try await SpoolScene.with(fragments: 1) { scene in
            try await withScratch { folder in
                let target = folder.appending("target")
                try ScratchFile.write([1, 2, 3], to: target)
                try FileManager.default.createSymbolicLink(
                    atPath: folder.appending("longshot-c-0").string, withDestinationPath: target.string)
                let journal = journal(in: folder)
                keep(1, of: 1, of: scene, in: journal)
                #expect(try ScratchFile.read(target) == [1, 2, 3])
            }
        }
    }
}
