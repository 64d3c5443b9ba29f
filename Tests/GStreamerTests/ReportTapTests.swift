// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Testing

@testable import GStreamer

@Suite("Sender reports", .timeLimit(.minutes(1)))
struct ReportTapTests {
    /// The beginning of a sender report (RFC 3550 §6.4.1).
    private func report(_ time: UInt64, type: UInt8 = 200) -> [UInt8] {
        [0x80, type, 0, 6, 1, 2, 3, 4] + (0..<8).map { UInt8(truncatingIfNeeded: time >> (56 - 8 * $0)) }
    }

    @Test("have a time; other packets, short ones, and senders without a clock have none")
    func times() {
        #expect(ReportTap.time(in: report(0xE8F0_1234_8000_0000)) == 0xE8F0_1234_8000_0000)
        #expect(ReportTap.time(in: report(0xE8F0_1234_8000_0000, type: 201)) == nil)
        #expect(ReportTap.time(in: report(0)) == nil)
        #expect(ReportTap.time(in: [0x40] + report(1).dropFirst()) == nil)
        #expect(ReportTap.time(in: report(1).dropLast()) == nil)
    }

    @Test("are passed on as they enter a pad, and packets that are too short are not")
    func passed() async throws {
        let pipeline = try Pipeline(
            parsing: "appsrc name=in format=time ! identity name=rtcp ! appsink name=out sync=false async=false")
        let (source, out) = (try pipeline.source(named: "in"), try pipeline.sink(named: "out"))
        let told = Mutex<[UInt64]>([])
        #expect(pipeline.element(named: "rtcp")?.tapReports(pad: "none") { _ in } == nil)
        let tap = pipeline.element(named: "rtcp")?.tapReports(pad: "sink") { time in
            told.withLock { $0.append(time) }
        }
        #expect(tap != nil)
        try source.announce(caps: "application/x-rtcp")
        try await pipeline.playing { _ in
            for (index, bytes) in [report(7), [0x80, 200], report(8, type: 201), report(9)].enumerated() {
                #expect(source.push(bytes, time: Int64(index)) == .accepted)
            }
            source.end()
            try await out.forEach({ _ in () }, perform: { _ in })
        }
        #expect(told.withLock { $0 } == [7, 9])
    }
}
