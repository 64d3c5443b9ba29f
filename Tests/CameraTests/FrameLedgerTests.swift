// SPDX-License-Identifier: Apache-2.0
import GStreamer
import TestSupport
import Testing
import Wire

@testable import Camera
@testable import Media

@Suite("The ledger of frames", .timeLimit(.minutes(1)))
struct FrameLedgerTests {
    /// A tap that 30 frames of 1/30 s have passed.
    private func tap() async throws -> PadTap {
        let pipeline = try Pipeline(
            parsing: "videotestsrc num-buffers=30 name=camera ! video/x-raw,width=16,height=16,framerate=30/1 "
                + "! fakesink")
        let tap = try #require(pipeline.element(named: "camera")?.tap())
        try await pipeline.playing { messages in
            for await message in messages where message == .endOfStream { break }
        }
        return tap
    }

    private func tick(_ frame: Int) -> Tick { Tick(nanoseconds: Int64(frame) * 1_000_000_000 / 30) }

    private func closed(_ frames: [Int], end: Int?) throws -> ClosedFragment {
        var fragmenter = Fragmenter(nominalInterval: 3_000)
        let sets = ParameterSets(sequence: [sequence], picture: [[0x68, 0xEE, 0x3C, 0x80]])
        let format = try VideoFormat.h264(sets)
        for frame in frames {
            let unit = AccessUnit(tick: tick(frame), isSync: frame == frames.first, bytes: [0, 0, 0, 1, 0x65])
            _ = try fragmenter.push(FormattedAccessUnit(unit: unit, format: format))
        }
        let last = fragmenter.close()
        let fragment = try #require(last)
        return ClosedFragment(
            fragment: fragment.fragment, segment: 1, format: format, windowEnd: end.map(tick))
    }

    /// A baseline sequence parameter set of 16 by 16 pixels.
    private let sequence: [UInt8] = [0x67, 0x42, 0x00, 0x0A, 0xFB, 0xC8]

    @Test("all frames there: no gap, and the count is the camera's")
    func whole() async throws {
        let ledger = FrameLedger(camera: try await tap())
        (0..<30).forEach { ledger.encoded(tick($0)) }
        let settled = ledger.settle(try closed(Array(0..<20), end: 20), epoch: 1, base: 0, tail: .notEncoded)
        #expect(settled.captured == 20)
        #expect(settled.gaps.isEmpty)
    }

    @Test("frames that left the camera and not the encoder are gaps, run by run")
    func lost() async throws {
        let ledger = FrameLedger(camera: try await tap())
        let kept = (0..<20).filter { ![3, 4, 9].contains($0) }
        kept.forEach { ledger.encoded(tick($0)) }
        let settled = ledger.settle(try closed(kept, end: 20), epoch: 7, base: 0, tail: .notEncoded)
        #expect(settled.captured == 20)
        #expect(settled.gaps.map(\.frames) == [2, 1])
        #expect(settled.gaps.map(\.firstTick) == [tick(3).rawValue, tick(9).rawValue])
        #expect(settled.gaps.allSatisfy { $0.reason == "not-encoded" && $0.epoch == 7 })
    }

    @Test("frames before the first key frame do not hide a lost one")
    func beforeTheFirstKeyFrame() async throws {
        let ledger = FrameLedger(camera: try await tap())
        let kept = (0..<20).filter { $0 != 9 }
        kept.forEach { ledger.encoded(tick($0)) }
        let recorded = kept.filter { $0 >= 5 }
        let settled = ledger.settle(try closed(recorded, end: 20), epoch: 1, base: 0, tail: .notEncoded)
        #expect(settled.captured == 15)
        #expect(settled.gaps.map(\.firstTick) == [tick(9).rawValue])
        #expect(settled.gaps.map(\.frames) == [1])
    }

    @Test("damaged pictures are gaps with a reason of their own, apart from lost frames beside them")
    func damaged() async throws {
        let ledger = FrameLedger(camera: try await tap())
        let kept = (0..<20).filter { ![3, 4, 5, 9].contains($0) }
        kept.forEach { ledger.encoded(tick($0)) }
        [4, 5, 9].forEach { ledger.damaged(tick($0)) }
        // Belongs to the next fragment.
        ledger.damaged(tick(21))
        let settled = ledger.settle(try closed(kept, end: 20), epoch: 1, base: 0, tail: .notEncoded)
        #expect(settled.captured == 20)
        #expect(settled.gaps.map(\.reason) == ["not-encoded", "damaged-picture", "damaged-picture"])
        #expect(settled.gaps.map(\.frames) == [1, 2, 1])
        #expect(settled.gaps.map(\.firstTick) == [tick(3).rawValue, tick(4).rawValue, tick(9).rawValue])
        let rest = (20..<30).filter { $0 != 21 }
        rest.forEach { ledger.encoded(tick($0)) }
        let next = ledger.settle(try closed(rest, end: nil), epoch: 1, base: 0, tail: .captureFailed)
        #expect(next.captured == 10)
        #expect(next.gaps.map(\.reason) == ["damaged-picture"])
    }

    @Test("damaged pictures behind the last whole one are no failure of the capture")
    func damagedTail() async throws {
        let ledger = FrameLedger(camera: try await tap())
        (0..<25).forEach { ledger.encoded(tick($0)) }
        (25..<29).forEach { ledger.damaged(tick($0)) }
        let settled = ledger.settle(try closed(Array(0..<25), end: nil), epoch: 1, base: 0, tail: .captureFailed)
        #expect(settled.captured == 30)
        #expect(settled.gaps.map(\.reason) == ["damaged-picture", "capture-failed"])
        #expect(settled.gaps.map(\.frames) == [4, 1])
    }

    @Test("damaged pictures are counted without a tap too")
    func damagedWithoutTap() throws {
        let ledger = FrameLedger(camera: nil)
        let kept = (0..<20).filter { ![4, 5].contains($0) }
        kept.forEach { ledger.encoded(tick($0)) }
        [4, 5].forEach { ledger.damaged(tick($0)) }
        let settled = ledger.settle(try closed(kept, end: 20), epoch: 1, base: 0, tail: .notEncoded)
        #expect(settled.captured == 20)
        #expect(settled.gaps.map(\.reason) == ["damaged-picture"])
        #expect(settled.gaps.map(\.frames) == [2])
    }

    @Test("what the driver dropped is counted as captured, and is a gap with that reason")
    func driver() async throws {
        let ledger = FrameLedger(camera: try await tap())
        (0..<30).forEach { ledger.encoded(tick($0)) }
        // The last picture that passed the tap is the 29th, which is in the second window.
        ledger.driverDropped(4)
        let settled = ledger.settle(try closed(Array(0..<20), end: 20), epoch: 1, base: 0, tail: .notEncoded)
        #expect(settled.captured == 20 && settled.gaps.isEmpty)
        let next = ledger.settle(try closed(Array(20..<30), end: nil), epoch: 1, base: 0, tail: .notEncoded)
        #expect(next.captured == 14)
        #expect(next.gaps.map(\.frames) == [4])
        #expect(next.gaps.map(\.reason) == ["driver-dropped"])
    }

    @Test("what the driver dropped before the first key frame counts nowhere")
    func driverBefore() async throws {
        let pipeline = try Pipeline(
            parsing: "appsrc name=in format=time ! identity name=camera ! appsink name=out sync=false async=false")
        let (source, out) = (try pipeline.source(named: "in"), try pipeline.sink(named: "out"))
        let tap = try #require(pipeline.element(named: "camera")?.tap())
        let ledger = FrameLedger(camera: tap)
        let dropped = [0: 1, 4: 7, 5: 2]
        try await pipeline.playing { _ in
            for frame in 0..<10 {
                #expect(source.push([0], time: tick(frame).nanoseconds) == .accepted)
                try await eventually("it has passed") { tap.last == tick(frame).nanoseconds }
                if let frames = dropped[frame] { ledger.driverDropped(frames) }
                ledger.encoded(tick(frame))
            }
            source.end()
            try await out.forEach({ _ in () }, perform: { _ in })
        }
        let settled = ledger.settle(try closed(Array(5..<10), end: nil), epoch: 1, base: 0, tail: .notEncoded)
        #expect(settled.captured == 7)
        #expect(settled.gaps.map(\.frames) == [2])
    }

    @Test("what the network lost before it came is counted as captured, in the window of the packet after it")
    func packets() async throws {
        let pipeline = try Pipeline(
            parsing: "appsrc name=in format=time ! identity name=depayloader ! appsink name=out sync=false async=false")
        let (source, out) = (try pipeline.source(named: "in"), try pipeline.sink(named: "out"))
        let packets = try #require(pipeline.element(named: "depayloader")?.tapPackets())
        let lost = [4, 5, 20, 21, 22]
        let arrived = (0..<30).filter { !lost.contains($0) }
        try source.announce(caps: "application/x-rtp")
        try await pipeline.playing { _ in
            for frame in arrived {
                // One packet for each frame, and its sequence number is that of the frame.
                let header = [0x80, 96, 0, UInt8(frame)] + [UInt8](repeating: 0, count: 8)
                #expect(source.push(header, time: tick(frame).nanoseconds) == .accepted)
            }
            source.end()
            try await out.forEach({ _ in () }, perform: { _ in })
        }
        let ledger = FrameLedger(camera: nil, packets: packets)
        arrived.forEach { ledger.encoded(tick($0)) }
        let first = arrived.filter { $0 < 20 }
        let settled = ledger.settle(try closed(first, end: 23), epoch: 3, base: 0, tail: .notEncoded)
        #expect(settled.captured == 20)
        #expect(settled.gaps.map(\.frames) == [2] && settled.gaps.map(\.epoch) == [3])
        #expect(settled.gaps.map(\.reason) == ["lost-before-capture"])
        let rest = arrived.filter { $0 >= 23 }
        let next = ledger.settle(try closed(rest, end: nil), epoch: 3, base: 0, tail: .captureFailed)
        #expect(next.captured == 10)
        #expect(next.gaps.map(\.frames) == [3])
    }

    @Test("frames before the first key frame are nobody's loss; frames behind the last are")
    func edges() async throws {
        let ledger = FrameLedger(camera: try await tap())
        let kept = Array(5..<25)
        kept.forEach { ledger.encoded(tick($0)) }
        let settled = ledger.settle(try closed(kept, end: nil), epoch: 1, base: 0, tail: .captureFailed)
        #expect(settled.captured == 25)
        #expect(settled.gaps.map(\.frames) == [5])
        #expect(settled.gaps.map(\.reason) == ["capture-failed"])
    }
}
