// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Testing

@Suite("A day of RTP", .timeLimit(.minutes(2)))
struct RTPDayTests {
    /// An RTP packet without a payload of its own (RFC 3550 §5.1).
    private func packet(_ sequence: UInt16, _ timestamp: UInt32) -> [UInt8] {
        let times = (0..<4).map { UInt8(truncatingIfNeeded: timestamp >> (24 - 8 * $0)) }
        return [0x80, 96, UInt8(sequence >> 8), UInt8(sequence & 0xFF)] + times + [0, 0, 0, 1, 0x41]
    }

    @Test("keeps its times, over the end of 32 bits after 13 hours, from a camera whose clock is fast")
    func day() async throws {
        // As rtspsrc sets it up for a camera. Nothing here waits for a clock, because no packet is missing.
        let pipeline = try Pipeline(
            parsing: """
                appsrc name=in format=time max-bytes=0 ! rtpjitterbuffer latency=200 mode=slave
                ! appsink name=out sync=false async=false
                """)
        let (source, out) = (try pipeline.source(named: "in"), try pipeline.sink(named: "out"))
        try source.announce(
            caps: "application/x-rtp,media=video,clock-rate=90000,encoding-name=H264,payload=96")
        // A picture a second for 24 hours, from a clock that is 40 millionths fast, which begins 15 s before the end of 32 bits.
        let (pictures, fast) = (86_400, 1.00004)
        let begin = UInt32.max - 15 * 90_000
        var times: [Int64] = []
        try await pipeline.playing { _ in
            for index in 0..<pictures {
                let timestamp = begin &+ UInt32(truncatingIfNeeded: Int64(Double(index) * 90_000 * fast))
                let arrival = Int64(index) * 1_000_000_000
                #expect(source.push(packet(UInt16(truncatingIfNeeded: index), timestamp), time: arrival) == .accepted)
            }
            source.end()
            try await out.forEach({ $0.runningTime }, perform: { times.append($0) })
        }
        #expect(times.count == pictures)
        let distances = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(distances.allSatisfy { abs($0 - 1_000_000_000) < 20_000_000 })
        // The times follow the clock of this machine, and not the camera's, which is 3.5 s ahead in the end.
        let errors = times.enumerated().map { abs($1 - Int64($0) * 1_000_000_000) }
        #expect((errors.max() ?? .max) < 200_000_000, "\(errors.max() ?? 0)")
    }
}
