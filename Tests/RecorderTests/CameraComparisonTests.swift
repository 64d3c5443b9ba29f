// SPDX-License-Identifier: Apache-2.0
import Footage
import Foundation
import Media
import MediaSamples
import SystemPackage
import Testing
import Wire

@testable import Recorder

@Suite("A recording beside its camera's spool", .timeLimit(.minutes(1)))
struct CameraComparisonTests {
    private func announced(_ stored: StoredFragment) -> FragmentAnnouncement {
        FragmentAnnouncement(
            epoch: stored.id.epoch, sequence: stored.id.sequence, segment: 1, base: 0, initDigest: "", codec: "jpeg",
            width: 64, height: 64, firstTick: stored.firstTick.rawValue, lastTick: stored.lastTick.rawValue,
            nominalInterval: 9_000, frames: stored.frames, bytes: stored.byteCount, sha256: stored.digest.hex,
            isSync: true, captured: stored.captured, spooled: true, gaps: [])
    }

    @Test("lacks what its gaps tell, and what may still come, without being damaged")
    func told() async throws {
        try await withScratch { directory in
            let archive = try await Archive(at: directory)
            try await archive.store.open(
                Recording(id: "r", camera: "c", cameraName: "c", transport: "tcp", startedAt: 0))
            let entries = try JPEGFootage.entries(5)
            for entry in entries where ![2, 4].contains(entry.fragment.sequence) {
                _ = try await archive.store.append(entry)
            }
            let stored = try await archive.store.fragments(recording: "r")
            // The camera has those as well, and announces other bytes here.
            let others = [2, 4].map { sequence in
                var other = announced(stored[0])
                (other.sequence, other.sha256) = (sequence, String(repeating: "0", count: 64))
                return other
            }
            let camera = FixedSource(
                fragments: (stored.map(announced) + others).sorted { $0.sequence < $1.sequence })
            var gap = Gap(
                recording: "r", epoch: 1, firstTick: stored[0].lastTick, lastTick: stored[1].firstTick, frames: 10,
                reason: .spoolDamaged)
            gap.sequences = 2...2
            try await archive.store.add(gap)
            func compared() async throws -> CameraComparison {
                try await archive.compare("r", with: camera, damaged: [])
            }
            var expected = CameraComparison(fragments: 5, equal: 3)
            expected.pending = 2
            #expect(try await compared() == expected)
            _ = try await archive.store.stop(recording: "r", at: 5)
            (expected.told, expected.pending) = (1, 0)
            expected.findings = ["fragment 4 of epoch 1 (10 frames) is in the camera's spool and not in the archive"]
            #expect(try await compared() == expected)
            try await archive.store.close()
        }
    }

    @Test(
        "calls what came live and is not confirmed neither missing nor still to come, unless frames of it are missing")
    func unconfirmed() async throws {
        try await withScratch { directory in
            let archive = try await Archive(at: directory)
            try await archive.store.open(
                Recording(id: "r", camera: "c", cameraName: "c", transport: "tcp", startedAt: 0))
            let (live, unconfirmed) = (try JPEGFootage.entries(4), try JPEGFootage.entries(4, source: .unconfirmed))
            for entry in [live[0], unconfirmed[1], unconfirmed[2], live[3]] {
                _ = try await archive.store.append(entry)
            }
            let stored = try await archive.store.fragments(recording: "r")
            let camera = FixedSource(fragments: stored.map(announced))
            var expected = CameraComparison(fragments: 4, equal: 2)
            expected.unconfirmed = 2
            #expect(try await archive.compare("r", with: camera, damaged: []) == expected)
            _ = try await archive.store.stop(recording: "r", at: 5)
            #expect(try await archive.compare("r", with: camera, damaged: []) == expected)
            var gap = Gap(
                recording: "r", epoch: 1, firstTick: stored[1].lastTick, lastTick: stored[2].firstTick, frames: 1,
                reason: .spoolFailed)
            gap.sequences = 2...2
            try await archive.store.add(gap)
            (expected.told, expected.unconfirmed) = (1, 1)
            #expect(try await archive.compare("r", with: camera, damaged: []) == expected)
            try await archive.store.close()
        }
    }

    @Test("is equal where its bytes on the disk are, whatever the catalog says of them")
    func damaged() async throws {
        let folder = FilePath(NSTemporaryDirectory()).appending("longshot-comparison-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        let archive = try await Archive(at: folder)
        try await archive.store.open(Recording(id: "r", camera: "c", cameraName: "c", transport: "tcp", startedAt: 0))
        for entry in try JPEGFootage.entries(3) { _ = try await archive.store.append(entry) }
        let stored = try await archive.store.fragments(recording: "r")
        let camera = FixedSource(fragments: stored.map(announced))
        func compared() async throws -> CameraComparison {
            let verdict = try await archive.verify("r", decoder: nil)
            return try await archive.compare("r", with: camera, damaged: verdict.damaged)
        }
        #expect(try await compared() == CameraComparison(fragments: 3, equal: 3))
        let segment = try #require(try await archive.store.segments(recording: "r").first)
        let path = archive.store.location(of: segment)
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        try file.seek(toOffset: UInt64(stored[1].offset + stored[1].byteCount - 3))
        try file.write(contentsOf: Data([1, 2, 3]))
        try file.close()
        let damaged = try await compared()
        #expect(damaged.fragments == 3 && damaged.equal == 2)
        let finding = "fragment 2 of epoch 1 (10 frames) is damaged or gone here, and whole in the camera's spool"
        #expect(damaged.findings == [finding])
        try FileManager.default.removeItem(atPath: path)
        let gone = try await compared()
        let all = "fragments 1 to 3 of epoch 1 (30 frames) are damaged or gone here, and whole in the camera's spool"
        #expect(gone.equal == 0 && gone.findings == [all])
        try await archive.store.close()
    }

    @Test("is whole again with what the camera still has; what it does not have stays damaged, and is named")
    func repaired() async throws {
        try await withScratch { directory in
            let store = try await FootageStore(directory: directory)
            let archive = Archive(store)
            try await store.open(Recording(id: "r", camera: "c", cameraName: "c", transport: "tcp", startedAt: 0))
            let entries = try JPEGFootage.entries(3)
            for entry in entries { _ = try await store.append(entry) }
            let stored = try await store.fragments(recording: "r")
            var camera = FixedSource(fragments: stored.map(announced))
            for entry in entries { camera.contents[entry.fragment.digest.hex] = entry.fragment.bytes }
            let path = FilePath(store.location(of: stored[0].segment))
            let original = try ScratchFile.read(path)
            func damage() throws {
                var bytes = original
                bytes[stored[1].offset + stored[1].byteCount - 3] ^= 1
                try ScratchFile.write(bytes, to: path)
            }
            try damage()
            let early = try await store.repair(try await archive.verify("r", decoder: nil), asking: camera)
            #expect(early.restored.isEmpty && early.left.count == 1, "its file is still being written: \(early)")
            _ = try await store.stop(recording: "r", at: 5)
            let verdict = try await archive.verify("r", decoder: nil)
            #expect(verdict.isDamaged)
            var poor = camera
            poor.fragments.remove(at: 1)
            let left = try await store.repair(verdict, asking: poor)
            #expect(
                left.restored.isEmpty && left.left.first?.contains("no longer has 1 of its 1 damaged") == true,
                "\(left)")
            let repair = try await store.repair(verdict, asking: camera)
            #expect(repair == FootageRepair(restored: [.init(path: stored[0].segment.path, fragments: 1)]), "\(repair)")
            #expect(try ScratchFile.read(path) == original)
            #expect(try await archive.verify("r", decoder: nil).isComplete)

            // Bytes behind the last fragment break nothing, and no camera is needed to move them.
            try ScratchFile.write(original + [1, 2, 3], to: path)
            let longer = try await archive.verify("r", decoder: nil)
            #expect(longer.isComplete && longer.surplus == [stored[0].segment.id])
            let cut = try await store.repair(longer, asking: nil)
            let expected = FootageRepair.Restored(path: stored[0].segment.path, fragments: 0, hadSurplus: true)
            #expect(cut == FootageRepair(restored: [expected]), "\(cut)")
            #expect(try ScratchFile.read(path) == original)

            // A file that is gone is missing in the list of recordings, too, without a verification.
            #expect(try await archive.recording("r").frames.missing == 0)
            try FileManager.default.removeItem(atPath: path.string)
            let gone = try await archive.recording("r")
            #expect(
                gone.frames.missing == 30 && gone.frames.persisted == 0 && gone.gaps.map(\.reason) == ["file-missing"])
            let again = try await store.repair(try await archive.verify("r", decoder: nil), asking: camera)
            #expect(again.restored.map(\.fragments) == [3])
            #expect(try ScratchFile.read(path) == original)
            #expect(try await archive.recording("r").frames.missing == 0)
            try await store.close()
        }
    }
}
