// SPDX-License-Identifier: Apache-2.0
import Footage
import Foundation
import Media
import SystemPackage
import Testing
import Wire

@testable import Recorder

@Suite("Seconds into a recording", .timeLimit(.minutes(1)))
struct RecordingTimelineTests {
    /// A recording of two epochs of 3 s, the second of which begins so many seconds after the first, by UTC.
    private func timeline(secondAfter seconds: Double?, in folder: String) async throws -> RecordingTimeline {
        let archive = try await Archive(at: FilePath(folder))
        let recording = Recording(id: "r", camera: "c", cameraName: "c", transport: "tcp", startedAt: 0)
        try await archive.store.open(recording)
        for epoch in 1...2 {
            if let seconds {
                let utc = 1_000_000_000_000 + (epoch == 1 ? 0 : Int64(seconds * 1e9))
                try await archive.store.set(
                    EpochClock(camera: "c", epoch: epoch, tick: Tick(rawValue: 0), utc: utc, uncertainty: 0))
            }
            for entry in try JPEGFootage.entries(3, epoch: epoch) { _ = try await archive.store.append(entry) }
        }
        let timeline = try await RecordingTimeline(recording, in: archive.store)
        try await archive.store.close()
        return timeline
    }

    @Test("a range in a gap has no frames")
    func gap() async throws {
        let folder = NSTemporaryDirectory() + "longshot-timeline-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let timeline = try await timeline(secondAfter: 60, in: folder)
        func hasFrames(_ from: Double, _ to: Double) -> Bool {
            let (from, to) = (1_000_000_000_000 + Int64(from * 1e9), 1_000_000_000_000 + Int64(to * 1e9))
            return timeline.hasFrames(from: timeline.position(utc: from), to: timeline.position(utc: to, isEnd: true))
        }
        #expect(hasFrames(1, 2) && hasFrames(2.5, 20) && hasFrames(20, 61) && hasFrames(0, 70))
        #expect(!hasFrames(10, 20) && !hasFrames(3.5, 59.5) && !hasFrames(70, 80))
    }

    @Test(
        "a moment at which the next epoch has begun is of that one, although the last frame would be visible for longer"
    )
    func shortPause() async throws {
        let folder = NSTemporaryDirectory() + "longshot-timeline-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // The last frame begins after 2.9 s.
        let timeline = try await timeline(secondAfter: 2.95, in: folder)
        func place(_ milliseconds: Int64, isEnd: Bool = false) -> FootagePosition {
            timeline.position(utc: 1_000_000_000_000 + milliseconds * 1_000_000, isEnd: isEnd)
        }
        #expect(place(2_949).epoch == 1 && place(2_950, isEnd: true).epoch == 1)
        #expect(place(2_950) == FootagePosition(epoch: 2, tick: Tick(rawValue: 0)))
        #expect(place(2_951).epoch == 2 && place(2_951, isEnd: true).epoch == 2)
        #expect(place(2_890).epoch == 1, "a clock that was set back is something else")
        // Exports and players count the same time.
        let offset = { (milliseconds: Int64) in timeline.position(offset: milliseconds * 1_000_000) }
        #expect(offset(2_949).epoch == 1 && offset(2_950) == FootagePosition(epoch: 2, tick: Tick(rawValue: 0)))
        #expect(timeline.position(offset: 2_950_000_000, isEnd: true).epoch == 1)
    }

    @Test("a moment by a clock that was set back is found in the epoch after that")
    func setBack() async throws {
        let folder = NSTemporaryDirectory() + "longshot-timeline-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let timeline = try await timeline(secondAfter: -3_600, in: folder)
        func place(_ second: Int64, isEnd: Bool = false) -> FootagePosition {
            timeline.position(utc: 1_000_000_000_000 + second * 1_000_000_000, isEnd: isEnd)
        }
        let (from, to) = (place(-3_599), place(-3_598, isEnd: true))
        #expect(from.epoch == 2 && to.epoch == 2 && timeline.hasFrames(from: from, to: to))
        #expect(place(1).epoch == 1 && place(2, isEnd: true).epoch == 1)
        #expect(timeline.position(utc: 1_002_950_000_000).epoch == 1, "while its last frame is visible")
    }

    @Test("a moment behind the stored frames of an epoch belongs to it as long as it lasted, and so do gaps of a range")
    func endOfEpoch() async throws {
        let folder = NSTemporaryDirectory() + "longshot-timeline-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let archive = try await Archive(at: FilePath(folder))
        let store = archive.store
        let recording = Recording(id: "r", camera: "c", cameraName: "c", transport: "tcp", startedAt: 0)
        try await store.open(recording)
        // Epoch 1 lasts 10 s, of which 3 s are stored; nothing of epoch 2, from 12 s to 15 s; epoch 3 begins at 20 s.
        for (epoch, begin, length) in [(1, 0, 10), (2, 12, 3), (3, 20, 3)] as [(Int, Int64, Int64)] {
            let account = EpochAccount(
                id: "\(epoch)", cameraEpoch: epoch, ended: epoch == 3 ? .running : .inOrder,
                lastTick: Tick(rawValue: length * 90_000 - 9_000), nominalInterval: 9_000)
            try await store.set(
                EpochClock(
                    camera: "c", epoch: epoch, tick: Tick(rawValue: 0), utc: begin * 1_000_000_000, uncertainty: 0,
                    account: account))
            guard epoch != 2 else { continue }
            for entry in try JPEGFootage.entries(3, epoch: epoch) { _ = try await store.append(entry) }
        }
        func gap(_ epoch: Int, _ ticks: ClosedRange<Int64>, frames: Int, _ reason: GapReason) -> Gap {
            Gap(
                recording: "r", epoch: epoch, firstTick: Tick(rawValue: ticks.lowerBound),
                lastTick: Tick(rawValue: ticks.upperBound), frames: frames, reason: reason)
        }
        let gaps = [
            gap(1, 270_000...891_000, frames: 70, .spoolOverrun), gap(2, 0...0, frames: 0, .pipelineChanged),
            gap(2, 0...261_000, frames: 30, .spoolDamaged), gap(3, 0...0, frames: 0, .cameraRestarted),
        ]
        try await store.add(gaps)
        let timeline = try await RecordingTimeline(recording, in: store)
        func found(_ from: Int64, _ to: Int64) async throws -> [GapReason] {
            let (from, to) = (from * 1_000_000_000, to * 1_000_000_000)
            let (begin, end) = (timeline.position(utc: from), timeline.position(utc: to, isEnd: true))
            #expect(begin == timeline.position(offset: from) && end == timeline.position(offset: to, isEnd: true))
            return try await store.gaps(recording: "r", from: begin, to: end).map(\.reason)
        }
        #expect(try await found(4, 6) == [.spoolOverrun])
        #expect(try await found(4, 11) == [.spoolOverrun, .pipelineChanged])
        #expect(try await found(11, 13) == [.pipelineChanged, .spoolDamaged])
        #expect(try await found(13, 14) == [.spoolDamaged])
        #expect(try await found(16, 18) == [.cameraRestarted])
        #expect(try await found(16, 22) == [.cameraRestarted])
        #expect(try await found(1, 2) == [])
        let holes = timeline.description(by: try await timeline.commonClock(in: store)).gaps
        #expect(holes.map(\.from) == [3_000_000_000, 10_000_000_000, 12_000_000_000, 15_000_000_000])
        try await store.close()
    }

    @Test("have their moments by the recorder's clock, too, where the clocks were compared")
    func common() async throws {
        let folder = NSTemporaryDirectory() + "longshot-timeline-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let archive = try await Archive(at: FilePath(folder))
        let recording = Recording(id: "r", camera: "c", cameraName: "c", transport: "tcp", startedAt: 0)
        try await archive.store.open(recording)
        for epoch in 1...2 {
            try await archive.store.set(
                EpochClock(
                    camera: "c", epoch: epoch, tick: Tick(rawValue: 0), utc: Int64(epoch) * 10_000_000_000,
                    uncertainty: 0))
            for entry in try JPEGFootage.entries(3, epoch: epoch) { _ = try await archive.store.append(entry) }
        }
        // The camera's clock is 5 s late at its first frame, and 0.1 ms later each second.
        for second: Int64 in [0, 10] {
            try await archive.store.add(
                ClockComparison(
                    camera: "c", epoch: 1, tick: Tick(rawValue: second * 90_000),
                    utc: (15 + second) * 1_000_000_000 + second * 100_000,
                    uncertainty: 1_000))
        }
        let timeline = try await RecordingTimeline(recording, in: archive.store)
        let parts = timeline.description(by: try await timeline.commonClock(in: archive.store)).parts
        #expect(parts.map(\.from) == [10_000_000_000, 20_000_000_000])
        #expect(parts.map(\.recorderFrom) == [15_000_000_000, nil])
        #expect(parts[0].recorderTo == 15_000_000_000 + (parts[0].to - parts[0].from) + 290_000)
        try await archive.store.close()
    }

    @Test(
        "count the time between two epochs by UTC, as the player does; a clock that steps back makes none",
        arguments: [
            // A moment between the epochs is one before the first frame of the later one.
            (10, [(0, 1, 0), (2.5, 1, 225_000), (4, 2, -540_000), (10, 2, 0), (11.5, 2, 135_000), (14, 2, 360_000)]),
            (-50, [(2.5, 1, 225_000), (3, 2, 0), (5.5, 2, 225_000)]), (nil, [(2.5, 1, 225_000), (3, 2, 0)]),
        ] as [(Double?, [(Double, Int, Int64)])])
    func offsets(_ second: Double?, _ expected: [(Double, Int, Int64)]) async throws {
        let folder = NSTemporaryDirectory() + "longshot-timeline-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let timeline = try await timeline(secondAfter: second, in: folder)
        for (seconds, epoch, tick) in expected {
            let position = timeline.position(offset: Int64(seconds * 1e9))
            #expect(position == FootagePosition(epoch: epoch, tick: Tick(rawValue: tick)), "\(seconds) s")
        }
        // The end of a range that ends with an epoch is no part of the time after it.
        let close = FootagePosition(epoch: 1, tick: Tick(rawValue: 270_000))
        #expect(timeline.position(offset: 3_000_000_000).epoch == 2)
        #expect(timeline.position(offset: 3_000_000_000, isEnd: true) == close)
        if second == 10 {
            let utc = try #require(timeline.utc(at: close))
            #expect(timeline.position(utc: utc).epoch == 2)
            #expect(timeline.position(utc: utc, isEnd: true) == close)
            #expect(timeline.position(utc: utc + 1_000_000, isEnd: true).epoch == 2)
        }
    }
}
