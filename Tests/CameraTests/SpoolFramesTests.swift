// SPDX-License-Identifier: Apache-2.0
import Media
import TestSupport
import Testing
import Wire

@testable import Camera

@Suite("A past moment in the spool", .timeLimit(.minutes(1)))
struct SpoolFramesTests {
    private func frames(_ scene: SpoolScene) -> SpoolFrames {
        SpoolFrames(spool: scene.spool, status: CaptureStatus(pipeline: "p", events: EventFeed()))
    }

    /// The moment of a tick in UTC.
    private func utc(_ tick: Int64, _ scene: SpoolScene) -> Int64 {
        scene.epoch.utcAtTickZero + Tick(rawValue: tick).nanoseconds
    }

    private func missing(at utc: Int64, _ scene: SpoolScene) async throws -> Problem {
        let problem = await #expect(throws: Problem.self) { try await frames(scene).frame(at: utc) }
        await #expect(throws: Problem.self) { try await frames(scene).require(utc) }
        return try #require(problem)
    }

    @Test("gives the nearest frame as it was stored, with its epoch and clock")
    func nearest() async throws {
        try await SpoolScene.with(fragments: 3) { scene in
            try await scene.running {
                try await scene.store(1...3)
                let first: Int64 = 900_000
                for (offset, number) in [(0, 0), (14_000, 0), (16_000, 1), (60_000, 2), (89_000, 3), (254_000, 8)] {
                    let moment = utc(first + Int64(offset), scene)
                    try await frames(scene).require(moment)
                    let frame = try await frames(scene).frame(at: moment)
                    #expect(frame.group.shown.tick.rawValue == first + Int64(number) * SampleFootage.interval)
                    let text = String(decoding: frame.group.shown.bytes.dropFirst(2), as: UTF8.self)
                    #expect(text == "frame \(100 + number)")
                    #expect(frame.epoch == scene.epoch.epoch && frame.utcAtTickZero == scene.epoch.utcAtTickZero)
                }
            }
        }
    }

    @Test("without a frame is refused with the reason of the gap and the nearest moments")
    func gap() async throws {
        try await SpoolScene.with(fragments: 4) { scene in
            try await scene.running {
                try await scene.store(1...2)
                try await scene.store(4...4)
                let problem = try await missing(at: utc(1_110_000, scene), scene)
                #expect(problem.status == 404 && problem.type.hasSuffix(":no-picture"))
                let nearest = (utc(1_050_000, scene), utc(1_170_000, scene))
                #expect(
                    problem.missing
                        == MissingMoment(reason: "spool-failed", before: nearest.0, after: nearest.1), "\(problem)")
                #expect(problem.detail.contains("full, failing or too slow"))
                #expect(problem.detail.contains(nearest.0.moment) && problem.detail.contains(nearest.1.moment))
                // Half an interval beside the gap is still the frame.
                #expect(try await frames(scene).frame(at: utc(1_064_000, scene)).capturedAt < nearest.1)
            }
        }
    }

    @Test("before or after all footage is refused with the nearest one")
    func outside() async throws {
        try await SpoolScene.with(fragments: 1) { scene in
            try await scene.running {
                let nothing = try await missing(at: utc(0, scene), scene)
                #expect(nothing.detail.contains("the camera has no footage"))
                try await scene.store(1...1)
                let early = try await missing(at: utc(0, scene), scene)
                #expect(early.missing == MissingMoment(reason: nil, before: nil, after: utc(900_000, scene)))
                #expect(early.detail.contains("footage begins later"))
                let late = try await missing(at: utc(2_000_000, scene), scene)
                #expect(late.missing == MissingMoment(reason: nil, before: utc(960_000, scene), after: nil))
                #expect(late.detail.contains("footage ends earlier"))
            }
        }
    }

    @Test("is found by the frame that was seen, which may be rounded by one tick")
    func seen() async throws {
        try await SpoolScene.with(fragments: 2) { scene in
            try await scene.running {
                try await scene.store(1...2)
                let epoch = scene.epoch.epoch
                for tick in [929_999, 930_000, 930_001] as [Int64] {
                    let frame = try await frames(scene).frame(seen: SeenFrame(epoch: epoch, tick: tick))
                    #expect(frame?.group.shown.tick.rawValue == 930_000)
                }
                #expect(try await frames(scene).frame(seen: SeenFrame(epoch: epoch, tick: 930_002))?.epoch == nil)
                #expect(try await frames(scene).frame(seen: SeenFrame(epoch: epoch + 1, tick: 930_000))?.epoch == nil)
            }
        }
    }

    @Test("at the ends of the range of numbers is refused, too")
    func extremes() async throws {
        try await SpoolScene.with(fragments: 1) { scene in
            try await scene.running {
                try await scene.store(1...1)
                for moment in [Int64.min, -1, 0, .max] { _ = try await missing(at: moment, scene) }
            }
        }
    }
}
