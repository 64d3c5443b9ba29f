// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Testing

@Suite("Application sinks and sources", .timeLimit(.minutes(1)))
struct AppElementTests {
    @Test("a sink lends every buffer in order, with its running time and its caps")
    func lends() async throws {
        let pipeline = try Pipeline(
            parsing: "videotestsrc num-buffers=20 ! video/x-raw,format=GRAY8,width=32,height=16,framerate=25/1 "
                + "! appsink name=out sync=false max-buffers=2")
        let sink = try pipeline.sink(named: "out")
        var times: [Int64] = []
        try await pipeline.playing { _ in
            try await sink.forEach(
                { sample -> Int64? in
                    #expect(sample.count == 512)
                    #expect(sample.caps?.integer("width") == 32)
                    #expect(sample.caps?.string("format") == "GRAY8")
                    #expect(sample.caps?.fraction("framerate")?.numerator == 25)
                    #expect(sample.withBytes { $0.count } == 512)
                    return sample.runningTime
                }, perform: { times.append($0) })
        }
        #expect(times == (0..<20).map { $0 * 40_000_000 })
    }

    @Test("a sink that may not drop holds its pipeline up while nobody pulls")
    func blocks() async throws {
        let pipeline = try Pipeline(
            parsing: "videotestsrc num-buffers=50 name=camera ! appsink name=out sync=false max-buffers=3 drop=false")
        let tap = try #require(pipeline.element(named: "camera")?.tap())
        let sink = try pipeline.sink(named: "out")
        var pulled = 0
        try await pipeline.playing { _ in
            // At most four can pass: three in the sink, and one that waits for it.
            while tap.passed < 4 { await Task.yield() }
            try await sink.forEach(
                { sample in sample.count },
                perform: { _ in
                    pulled += 1
                    #expect(tap.passed <= pulled + 5)
                })
        }
        #expect(pulled == 50)
        #expect(tap.passed == 50)
        #expect(tap.take(while: { _ in true }).count == 50)
    }

    @Test("a kept buffer is shared with its pipeline, and does not change while others come")
    func keeps() async throws {
        let pipeline = try Pipeline(
            parsing: "videotestsrc pattern=snow num-buffers=10 ! video/x-raw,format=GRAY8,width=64,height=64 "
                + "! appsink name=out sync=false")
        let sink = try pipeline.sink(named: "out")
        var (kept, lent): ([Buffer], [[UInt8]]) = ([], [])
        var shared = 0
        try await pipeline.playing { _ in
            try await sink.forEach(
                { sample -> Void? in
                    guard let buffer = sample.keep() else { return nil }
                    if sample.withBytes({ address($0) }) == buffer.withBytes({ address($0) }) { shared += 1 }
                    kept.append(buffer)
                    lent.append(sample.bytes)
                    return nil
                }, perform: { _ in })
        }
        #expect(shared == 10)
        #expect(kept.map { buffer in buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } } } == lent)
        #expect(Set(lent).count == 10)
    }

    @Test("a kept buffer that is pushed comes out with its bytes and a time of its own")
    func pushesKept() async throws {
        let from = try Pipeline(parsing: "videotestsrc num-buffers=1 ! appsink name=out sync=false")
        var kept: Buffer?
        var bytes: [UInt8] = []
        let out = try from.sink(named: "out")
        try await from.playing { _ in
            try await out.forEach(
                { sample -> Void? in
                    (kept, bytes) = (sample.keep(), sample.bytes)
                    return nil
                }, perform: { _ in })
        }
        let pipeline = try Pipeline(parsing: "appsrc name=in format=time ! appsink name=out sync=false async=false")
        let source = try pipeline.source(named: "in")
        let sink = try pipeline.sink(named: "out")
        try source.announce(caps: "application/octet-stream")
        var received: [([UInt8], Int64?)] = []
        try await pipeline.playing { _ in
            #expect(source.push(try #require(kept), time: 7) == .accepted)
            source.end()
            try await sink.forEach({ ($0.bytes, $0.runningTime) }, perform: { received.append($0) })
        }
        #expect(received.map(\.0) == [bytes])
        #expect(received.map(\.1) == [7])
    }

    @Test("what a source is given comes out at the sink, times and references included")
    func carries() async throws {
        let pipeline = try Pipeline(
            parsing: "appsrc name=in format=time max-bytes=1000000 ! queue ! appsink name=out sync=false async=false")
        let source = try pipeline.source(named: "in")
        let sink = try pipeline.sink(named: "out")
        try source.announce(caps: "application/octet-stream")
        var received: [(UInt8?, Int64?, Int64?)] = []
        try await pipeline.playing { _ in
            for number in 0..<5 {
                let outcome = source.push(
                    [UInt8(number)], time: Int64(number) * 1_000, reference: Int64(number) * 7_000_000_001)
                #expect(outcome == .accepted)
            }
            source.end()
            try await sink.forEach(
                { sample in
                    (sample.withBytes { $0[0] }, sample.runningTime, sample.referenceTime)
                }, perform: { received.append($0) })
        }
        #expect(received.map(\.0) == [0, 1, 2, 3, 4])
        #expect(received.map(\.1) == [0, 1_000, 2_000, 3_000, 4_000])
        #expect(received.map(\.2) == (0..<5).map { Int64($0) * 7_000_000_001 })
    }

    @Test("a full source says so and waits for nobody")
    func full() async throws {
        let pipeline = try Pipeline(
            parsing: "appsrc name=in format=time max-bytes=100 ! appsink name=out sync=false async=false max-buffers=1")
        let source = try pipeline.source(named: "in")
        try await pipeline.playing { _ in
            let outcomes = (0..<20).map { source.push([UInt8](repeating: 0, count: 60), time: $0) }
            #expect(outcomes.contains(.full))
        }
        #expect(source.push([1], time: 0) == .closed)
    }

    @Test("a name of the wrong kind is refused with both kinds")
    func wrongKind() throws {
        let pipeline = try Pipeline(parsing: "videotestsrc ! fakesink name=encoded")
        #expect(throws: GStreamerError.wrongKind(named: "encoded", expected: "an appsink", found: "fakesink")) {
            try pipeline.sink(named: "encoded")
        }
        #expect(throws: GStreamerError.noElement(named: "frames")) { try pipeline.sink(named: "frames") }
    }
}

private func address(_ bytes: Span<UInt8>) -> UInt {
    bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
}
