// SPDX-License-Identifier: Apache-2.0
import Foundation
import GStreamer
import Testing

@Suite("SRTP between two elements that know each other's key", .timeLimit(.minutes(1)))
struct SRTPTests {
    enum Kind: String, CaseIterable {
        case rtp, rtcp
    }

    static let ssrc: UInt32 = 0x1122_3344
    let key = SRTPKey(cipher: "aes-256-gcm", bytes: (0..<44).map { $0 * 5 })
    let otherKey = SRTPKey(cipher: "aes-256-gcm", bytes: (0..<44).map { $0 &* 7 })
    var agreed: [UInt32: SRTPKey] { [Self.ssrc: key] }

    /// RTP packets with a recognizable payload, or sender reports.
    static func packets(_ kind: Kind, ssrc: UInt32 = ssrc, count: Int = 20) -> [[UInt8]] {
        let source = withUnsafeBytes(of: ssrc.bigEndian, Array.init)
        return (0..<UInt8(count)).map { index in
            switch kind {
            case .rtp: [0x80, 96, 0, index, 0, 0, 1, index] + source + Array("in the clear, packet \(index)".utf8)
            case .rtcp: [0x80, 200, 0, 6] + source + Array("clear report".utf8) + [0, 0, 0, index, 0, 0, 0, 9]
            }
        }
    }

    /// Pushes packets through an element; returns its output and its statistics.
    private func run(
        _ packets: [[UInt8]], caps: String, through text: String, pads: (sink: String, source: String),
        named name: String,
        prepare: (Element) throws -> Void
    ) async throws -> (packets: [[UInt8]], stats: String) {
        let pipeline = try Pipeline(
            parsing: "\(text) appsrc name=in format=time caps=\(caps) ! \(name).\(pads.sink) \(name).\(pads.source) "
                + "! appsink name=out sync=false async=false max-buffers=1000")
        let element = try #require(pipeline.element(named: name))
        try prepare(element)
        let (source, sink) = (try pipeline.source(named: "in"), try pipeline.sink(named: "out"))
        var results: [[UInt8]] = []
        let stats = try await pipeline.playing { _ in
            for (index, packet) in packets.enumerated() {
                #expect(source.push(packet, time: Int64(index) * 1_000_000) == .accepted)
            }
            source.end()
            try await sink.forEach({ $0.bytes }, perform: { results.append($0) })
            return try element.value(of: "stats")
        }
        return (results, stats)
    }

    private func sealed(
        _ kind: Kind, _ packets: [[UInt8]], with key: SRTPKey, text: String = "srtpenc name=protect"
    ) async throws -> [[UInt8]] {
        try await run(
            packets, caps: "application/x-\(kind)", through: text,
            pads: ("\(kind)_sink_0", "\(kind)_src_0"), named: "protect", prepare: { try $0.protect(with: key) }
        ).packets
    }

    private func opened(
        _ kind: Kind, _ packets: [[UInt8]], with keys: [UInt32: SRTPKey]
    ) async throws -> (packets: [[UInt8]], dropped: Int) {
        let outcome = try await run(
            packets, caps: "application/x-s\(kind)", through: "srtpdec name=unprotect",
            pads: ("\(kind)_sink", "\(kind)_src"), named: "unprotect", prepare: { try $0.answerKeyRequests(keys) })
        // The last count is of the element; earlier ones are of single streams.
        let count = outcome.stats.components(separatedBy: #"recv-drop-count\=\(uint\)"#).last?.prefix { $0.isNumber }
        return (outcome.packets, Int(count ?? "") ?? -1)
    }

    @Test("all arrives byte for byte, and nothing of it is on the way in the clear", arguments: Kind.allCases)
    func roundTrip(_ kind: Kind) async throws {
        let packets = Self.packets(kind)
        let sealed = try await sealed(kind, packets, with: key)
        // The tag has 16 bytes; SRTCP adds its index of 4.
        #expect(sealed.map(\.count) == packets.map { $0.count + (kind == .rtp ? 16 : 20) })
        #expect(packets.allSatisfy { Self.holds("clear", $0) })
        #expect(!sealed.contains { Self.holds("clear", $0) })
        let opened = try await opened(kind, sealed, with: agreed)
        #expect(opened.packets == packets)
        #expect(opened.dropped == 0)
    }

    @Test("with another key nothing comes through", arguments: Kind.allCases)
    func wrongKey(_ kind: Kind) async throws {
        let opened = try await opened(
            kind, try await sealed(kind, Self.packets(kind), with: otherKey), with: agreed)
        #expect(opened.packets.isEmpty)
        #expect(opened.dropped == 20)
    }

    @Test("an SSRC that was not agreed has no key, be it encrypted under the right one", arguments: Kind.allCases)
    func forgedSource(_ kind: Kind) async throws {
        for ssrc in [0, 1, Self.ssrc + 1, .max] {
            let forged = try await sealed(kind, Self.packets(kind, ssrc: ssrc), with: key)
            #expect(try await opened(kind, forged, with: agreed).packets.isEmpty)
        }
    }

    @Test("a packet with any one bit flipped does not come through", arguments: Kind.allCases)
    func flipped(_ kind: Kind) async throws {
        let packet = try #require(try await sealed(kind, Self.packets(kind, count: 1), with: key).first)
        let damaged = packet.indices.flatMap { index in
            (0..<8).map { bit in
                var copy = packet
                copy[index] ^= 1 << bit
                return copy
            }
        }
        #expect(try await opened(kind, damaged, with: agreed).packets.isEmpty)
        #expect(try await opened(kind, damaged + [packet], with: agreed).packets.count == 1)
    }

    @Test("a packet that comes again does not come through again", arguments: Kind.allCases)
    func replayed(_ kind: Kind) async throws {
        let packets = Self.packets(kind)
        let sealed = try await sealed(kind, packets, with: key)
        let opened = try await opened(kind, sealed + sealed, with: agreed)
        #expect(opened.packets == packets)
        #expect(opened.dropped == 20)
    }

    @Test("packets in the clear do not come through", arguments: Kind.allCases)
    func clear(_ kind: Kind) async throws {
        #expect(try await opened(kind, Self.packets(kind), with: agreed).packets.isEmpty)
    }

    @Test("what the text says of keys and ciphers does not count")
    func overruled() async throws {
        let text = "srtpenc name=protect random-key=true rtp-cipher=null rtp-auth=null rtcp-cipher=null rtcp-auth=null"
        let packets = Self.packets(.rtp)
        let sealed = try await sealed(.rtp, packets, with: key, text: text)
        #expect(try await opened(.rtp, sealed, with: agreed).packets == packets)
    }

    @Test("what is neither encoder nor decoder of SRTP, and what is no cipher, is refused")
    func refused() throws {
        let identity = try Element(factory: "identity")
        #expect(throws: GStreamerError.self) { try identity.protect(with: key) }
        #expect(throws: GStreamerError.self) { try identity.answerKeyRequests(agreed) }
        let encoder = try Element(factory: "srtpenc")
        #expect(throws: GStreamerError.self) { try encoder.protect(with: SRTPKey(cipher: "rot13", bytes: [])) }
    }

    @Test("a key shows nothing of itself")
    func silent() {
        var dumped = ""
        dump(agreed, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(text.contains("(secret)") && !text.contains("215"))
        }
    }

    private static func holds(_ word: String, _ bytes: [UInt8]) -> Bool {
        String(decoding: bytes, as: UTF8.self).contains(word)
    }
}
