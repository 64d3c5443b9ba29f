// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Synchronization
import Testing

@Suite("Times that are kept in order", .timeLimit(.minutes(1)))
struct TimeOrderTests {
    /// Times that go back, stand still, or jump by more than a second.
    private let times: [Int64] = [
        5_000, 40_000_000, 39_000_000, 40_005_000, 80_000_000, 80_000_000, 80_011_113, 3_000_000_000,
        90_000_000,
    ]
    private let ordered: [Int64] = [
        5_000, 40_000_000, 40_011_112, 40_022_224, 80_000_000, 80_011_112, 80_022_224, 3_000_000_000,
        90_000_000,
    ]

    @Test("a time that is not after the one before is the first one that is; who shares the buffer keeps the old one")
    func orders() async throws {
        let pipeline = try Pipeline(
            parsing: "appsrc name=in format=time ! tee name=split ! identity name=camera "
                + "! appsink name=out sync=false async=false split. ! identity name=other ! fakesink sync=false async=false"
        )
        let source = try pipeline.source(named: "in")
        let out = try pipeline.sink(named: "out")
        let told = Mutex<[Int64]>([])
        let camera = try #require(pipeline.element(named: "camera"))
        let order = try #require(camera.orderTimes { back in told.withLock { $0.append(back) } })
        let tap = try #require(camera.tap())
        // Another branch with the same buffers.
        let other = try #require(pipeline.element(named: "other")?.tap())
        try source.announce(caps: "application/octet-stream")
        var received: [Int64?] = []
        try await pipeline.playing { _ in
            for time in times { #expect(source.push([1], time: time) == .accepted) }
            source.end()
            try await out.forEach({ $0.runningTime }, perform: { received.append($0) })
        }
        #expect(received == ordered)
        #expect(other.take(while: { _ in true }) == times)
        #expect(tap.take(while: { _ in true }) == ordered)
        #expect(order.corrected == 4 && order.hasJumped)
        #expect(told.withLock { $0 } == [1_000_000])
    }

    @Test(
        "a buffer without a time gets one as far behind the last as that was behind the one before; the first ones get none"
    )
    func untimed() async throws {
        let pipeline = try Pipeline(
            parsing: "appsrc name=in format=time ! identity name=camera ! appsink name=out sync=false async=false")
        let (source, out) = (try pipeline.source(named: "in"), try pipeline.sink(named: "out"))
        let camera = try #require(pipeline.element(named: "camera"))
        let order = try #require(camera.orderTimes { _ in })
        try source.announce(caps: "application/octet-stream")
        let times: [Int64?] = [nil, 0, 40_000_000, nil, nil, 160_000_000, 2_000_000_000, nil, 2_050_000_000]
        var received: [Int64] = []
        try await pipeline.playing { _ in
            for time in times { #expect(source.push([1], time: time) == .accepted) }
            source.end()
            try await out.forEach({ .some($0.runningTime ?? -1) }, perform: { received.append($0) })
        }
        // Behind a stall of more than 100 ms, and then in order.
        let expected: [Int64] = [
            -1, 0, 40_000_000, 80_000_000, 120_000_000, 160_000_000, 2_000_000_000, 2_100_000_000, 2_100_011_112,
        ]
        #expect(received == expected)
        #expect(order.corrected == 1 && !order.hasJumped)
    }
}
