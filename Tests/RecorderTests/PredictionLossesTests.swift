// SPDX-License-Identifier: Apache-2.0
import Footage
import Media
import MediaSamples
import SystemPackage
import Testing
import Wire

@testable import Recorder

@Suite("Frames whose predecessors were lost before the capture", .timeLimit(.minutes(2)))
struct PredictionLossesTests {
    @Test("that a decoder leaves out are no damage if a gap tells the loss, and are damage without one")
    func verify() async throws {
        try await withScratch { directory in
            var units = try EncodedVideo.units(try await EncodedVideo.h264(frames: 120, in: directory))
            // A key frame: FFmpeg leaves out some of the frames that follow.
            let lost = units.remove(at: 60).unit
            #expect(lost.isSync)
            for told in [true, false] {
                let archive = try await archive(
                    of: units, lost: lost.tick, told: told, at: directory.appending("archive-\(told)"))
                let verdict = try await archive.verify("r", decoder: DecodeCheck(home: nil))
                let frames = verdict.recording.frames
                let decodable = try #require(frames.decodable)
                #expect(frames.persisted == 119 && (60..<119).contains(decodable))
                #expect(verdict.isDamaged != told && !verdict.isComplete, "\(verdict.findings)")
                let finding = told ? "\(119 - decodable) frames are whole on disk, and cannot" : "a decoder gets"
                #expect(verdict.findings.count(where: { $0.contains(finding) }) == 1, "\(verdict.findings)")
                try await archive.store.close()
            }
        }
    }

    @Test("are those up to the next key frame, also over fragments")
    func bounds() async throws {
        try await withScratch { directory in
            // Key frames every 30 frames; fragments of 10.
            let units = try EncodedVideo.units(try await EncodedVideo.h264(frames: 90, in: directory))
            let archive = try await Archive(at: directory.appending("archive"))
            try await open(archive)
            let limits = Fragmenter.Limits(minimumDuration: 30_000, maximumDuration: 30_000)
            for closed in try EncodedVideo.fragments(units, limits: limits) where closed.fragment.sequence != 8 {
                try await append(closed, to: archive)
            }
            let stored = try await archive.store.fragments(recording: "r", after: nil, limit: 100)
            #expect(stored.map(\.isSync) == [true, false, false, true, false, false, true, false])
            func bounds(_ gaps: [Gap]) -> (Int, Int) {
                var losses = PredictionLosses(gaps)
                for fragment in stored { losses.add(fragment) }
                return (losses.stored.values.reduce(0, +), losses.bounds.values.reduce(0, +))
            }
            // The eighth is missing, and the ninth is predicted from it.
            #expect(bounds([]) == (80, 10))
            #expect(bounds([gap(in: 4)]) == (80, 29 + 10))
            #expect(bounds([gap(in: 2)]) == (80, 20 + 10))
            #expect(bounds([gap(in: 2, .notEncoded)]) == (80, 10))
            try await archive.store.close()
        }
    }

    @Test("are those at the beginning of a file that begins between key frames, which a decoder gets alone")
    func files() async throws {
        try await withScratch { directory in
            let units = try EncodedVideo.units(try await EncodedVideo.h264(frames: 60, in: directory))
            let archive = try await Archive(at: directory.appending("archive"))
            try await open(archive)
            let limits = Fragmenter.Limits(minimumDuration: 30_000, maximumDuration: 30_000)
            for closed in try EncodedVideo.fragments(units, limits: limits) {
                try await append(closed, to: archive)
                // As after a disk that was full for a moment.
                if closed.fragment.sequence == 4 {
                    try await (archive.store as? FootageStore)?.closeSegments(of: "r")
                }
            }
            var losses = PredictionLosses([])
            for fragment in try await archive.store.fragments(recording: "r", after: nil, limit: 100) {
                losses.add(fragment)
            }
            #expect(losses.bounds.values.reduce(0, +) == 20)
            _ = try await archive.store.stop(recording: "r", at: 5)
            let verdict = try await archive.verify("r", decoder: DecodeCheck(home: nil))
            #expect(!verdict.isDamaged && verdict.isComplete, "\(verdict.findings)")
            try await archive.store.close()
        }
    }

    private func gap(in sequence: Int, _ reason: GapReason = .lostBeforeCapture, at tick: Tick = Tick(rawValue: 1))
        -> Gap
    {
        var gap = Gap(recording: "r", epoch: 1, firstTick: tick, lastTick: tick, frames: 1, reason: reason)
        gap.sequences = sequence...sequence
        return gap
    }

    private func archive(
        of units: [FormattedAccessUnit], lost: Tick, told: Bool, at directory: FilePath
    ) async throws -> Archive {
        let archive = try await Archive(at: directory)
        try await open(archive)
        for closed in try EncodedVideo.fragments(units) {
            let fragment = closed.fragment
            let isHarmed = told && fragment.firstTick < lost && fragment.lastTick > lost
            try await append(closed, to: archive, losing: isHarmed ? 1 : 0)
            if isHarmed { try await archive.store.add([gap(in: fragment.sequence, at: lost)]) }
        }
        _ = try await archive.store.stop(recording: "r", at: 5)
        return archive
    }

    private func open(_ archive: Archive) async throws {
        try await archive.store.open(
            Recording(id: "r", camera: "c", cameraName: "c", transport: "tcp", codec: .h264, startedAt: 0))
    }

    private func append(_ closed: ClosedFragment, to archive: Archive, losing lost: Int = 0) async throws {
        _ = try await archive.store.append(
            FragmentEntry(
                recording: "r", epoch: 1, segment: closed.segment, fragment: closed.fragment,
                format: InitSegment(closed.format), captured: closed.fragment.frames + lost, received: 0,
                source: .live, persistedAt: 1))
    }
}
