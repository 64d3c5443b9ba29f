// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Testing

@Suite("Missing RTP packets", .timeLimit(.minutes(1)))
struct PacketTapTests {
    /// The header of an RTP packet with this sequence number (RFC 3550 §5.1), and nothing else.
    private func packet(_ sequence: UInt16) -> [UInt8] {
        [0x80, 96, UInt8(sequence >> 8), UInt8(sequence & 0xFF)] + [UInt8](repeating: 0, count: 8)
    }

    /// The holes among packets, the n-th of which comes at n milliseconds.
    private func holes(_ sequences: [UInt16]) async throws -> (holes: [PacketTap.Hole], missing: Int) {
        let pipeline = try Pipeline(
            parsing: "appsrc name=in format=time ! identity name=depayloader ! appsink name=out sync=false async=false")
        let (source, out) = (try pipeline.source(named: "in"), try pipeline.sink(named: "out"))
        let tap = try #require(pipeline.element(named: "depayloader")?.tapPackets())
        try source.announce(caps: "application/x-rtp")
        try await pipeline.playing { _ in
            for (index, sequence) in sequences.enumerated() {
                #expect(source.push(packet(sequence), time: Int64(index) * 1_000_000) == .accepted)
            }
            // Too short to have a number.
            #expect(source.push([0x80, 96, 1], time: Int64(sequences.count) * 1_000_000) == .accepted)
            source.end()
            try await out.forEach({ _ in () }, perform: { _ in })
        }
        return (tap.take { _ in true }, tap.missing)
    }

    @Test("are found, also where the numbers begin again at 0")
    func found() async throws {
        let found = try await holes([65_533, 65_534, 1, 2, 5, 6])
        #expect(
            found.holes == [
                PacketTap.Hole(before: 1_000_000, after: 2_000_000, packets: 2),
                PacketTap.Hole(before: 3_000_000, after: 4_000_000, packets: 2),
            ])
        #expect(found.missing == 4)
    }

    @Test("are not those that come twice or late")
    func repeated() async throws {
        let found = try await holes([10, 11, 11, 9, 12, 13, 0, 14])
        #expect(found.holes.isEmpty && found.missing == 0)
    }

    @Test("are unknown in number when the sender begins anew")
    func restarted() async throws {
        let found = try await holes([10, 11, 40_000, 40_001])
        #expect(found.holes == [PacketTap.Hole(before: 1_000_000, after: 2_000_000, packets: 0)])
        #expect(found.missing == 0)
    }

    @Test("are taken up to a time, and told once")
    func taken() async throws {
        let pipeline = try Pipeline(
            parsing: "appsrc name=in format=time ! identity name=depayloader ! appsink name=out sync=false async=false")
        let (source, out) = (try pipeline.source(named: "in"), try pipeline.sink(named: "out"))
        let tap = try #require(pipeline.element(named: "depayloader")?.tapPackets())
        try source.announce(caps: "application/x-rtp")
        try await pipeline.playing { _ in
            // Every second one is missing.
            for index in 0..<1_100 {
                #expect(source.push(packet(UInt16(index * 2)), time: Int64(index)) == .accepted)
            }
            source.end()
            try await out.forEach({ _ in () }, perform: { _ in })
        }
        #expect(tap.take { $0 < 500 }.map(\.packets) == [Int](repeating: 1, count: 499))
        // There is room for a thousand: the last one stands for all that came later.
        let rest = tap.take { _ in true }
        #expect(rest.count == 501 && rest.last == PacketTap.Hole(before: 999, after: 1_099, packets: 100))
        #expect(tap.take { _ in true }.isEmpty && tap.missing == 1_099)
    }
}
