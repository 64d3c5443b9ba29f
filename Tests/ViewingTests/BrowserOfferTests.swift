// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import Wire

@testable import Viewing

@Suite("A browser's offer")
struct BrowserOfferTests {
    @Test("is stated anew: one video, one H.264 with its repeats, addresses but no names", arguments: [false, true])
    func restated(withAudio: Bool) throws {
        let offer = try BrowserOffer(
            withAudio ? Offers.withAudio : Offers.chromium, of: try Offers.format(profile: 0x64),
            reaching: ViewerReach(viewer: "192.0.2.7", interfaces: []))
        #expect(offer.payloadType == 112)
        let lines = offer.text.split(whereSeparator: \.isNewline)
        #expect(lines.filter { $0.hasPrefix("m=") } == ["m=video 9 UDP/TLS/RTP/SAVPF 112 113"])
        #expect(lines.filter { $0.hasPrefix("a=rtpmap:") } == ["a=rtpmap:112 H264/90000", "a=rtpmap:113 rtx/90000"])
        #expect(lines.filter { $0.hasPrefix("a=candidate:") }.count == 1)
        #expect(lines.contains("a=candidate:2 1 udp 2113937151 192.0.2.7 40001 typ host generation 0 network-cost 999"))
        #expect(lines.contains("a=mid:0") && lines.contains("a=group:BUNDLE 0") && !offer.text.contains("extmap"))
    }

    @Test("gets the profile of the stream, or constrained baseline", arguments: [(0x64, 112), (0x42, 102)])
    func profile(_ profile: UInt8, _ payloadType: Int) throws {
        #expect(try BrowserOffer(Offers.chromium, of: try Offers.format(profile: profile)).payloadType == payloadType)
        let without = Offers.chromium.replacing("64001f", with: "7a001f").replacing("42001f", with: "7a001f")
        #expect(try BrowserOffer(without, of: try Offers.format(profile: profile)).payloadType == 106)
    }

    @Test("is answered in full: what is not that video is declined, in its place")
    func completed() throws {
        let answer =
            "v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nm=video 9 UDP/TLS/RTP/SAVPF 106\r\na=mid:0\r\na=sendonly\r\n"
        let format = try Offers.format(profile: 0x42)
        #expect(try BrowserOffer(Offers.chromium, of: format).completed(answer) == answer)
        let full = try BrowserOffer(Offers.withAudio, of: format).completed(answer)
        let sections = full.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("m=") }
        #expect(sections == ["m=audio 0 UDP/TLS/RTP/SAVPF 111", "m=video 9 UDP/TLS/RTP/SAVPF 106"])
        #expect(full.contains("a=inactive\r\na=mid:1\r\nm=video"))
        #expect(throws: Problem.self) { try BrowserOffer(Offers.chromium, of: format).completed("v=0\r\n") }
    }

    @Test(
        "is answered with the feedback that it offered, and no other",
        arguments: [
            ([], []), (["112 nack"], ["nack"]), (["112 nack pli", "102 nack"], ["nack pli"]),
            (["* ccm fir", "112 goog-remb"], ["ccm fir"]),
            (["112 ccm fir", "112 nack", "112 nack pli"], ["nack", "nack pli", "ccm fir"]),
        ])
    func feedback(_ offered: [String], _ accepted: [String]) throws {
        let text = Offers.chromium + offered.map { "a=rtcp-fb:\($0)\r\n" }.joined()
        let offer = try BrowserOffer(text, of: try Offers.format(profile: 0x64))
        let stated = offer.text.split(separator: "\r\n").filter { $0.hasPrefix("a=rtcp-fb:") }
        #expect(stated.map(String.init) == accepted.map { "a=rtcp-fb:112 \($0)" })
        // webrtcbin answers with all that it can do.
        let all = ["nack", "nack pli", "ccm fir", "transport-cc"].map { "a=rtcp-fb:112 \($0)\r\n" }.joined()
        let answer = try offer.completed("v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 112\r\na=mid:0\r\n" + all)
        let answered = answer.split(separator: "\r\n").filter { $0.hasPrefix("a=rtcp-fb:") }
        #expect(answered.map(String.init) == accepted.map { "a=rtcp-fb:112 \($0)" })
    }

    @Test(
        "is refused when it lacks what a connection needs, with a word of what",
        arguments: [
            ("v=0", "v=1", "v=0"), ("m=video", "m=audio", "video section"), ("a=recvonly", "a=sendonly", "a=recvonly"),
            ("a=mid:0\r\n", "", "a=mid"), ("a=ice-ufrag:tXgB\r\n", "", "a=ice-ufrag"),
            ("a=ice-pwd:", "a=x:", "a=ice-pwd"),
            ("a=fingerprint:", "a=x:", "a=fingerprint"), ("a=setup:actpass", "a=setup:holdconn", "a=setup"),
            ("a=rtcp-mux\r\n", "", "a=rtcp-mux"), ("H264/90000", "H265/90000", "packetization-mode=1"),
            ("packetization-mode=1", "packetization-mode=0", "packetization-mode=1"), ("s=-", "s=\u{0}", "ASCII"),
            ("a=ice-ufrag:tXgB", "a=ice-ufrag:t X", "a=ice-ufrag"),
        ])
    func refused(_ part: String, _ other: String, _ word: String) throws {
        let offer = Offers.chromium.replacing(part, with: other)
        let problem = #expect(throws: Problem.self) {
            try BrowserOffer(offer, of: try Offers.format(profile: 0x42))
        }
        #expect(problem?.detail.contains(word) == true, "\(problem?.detail ?? "")")
        #expect([400, 409].contains(problem?.status))
    }

    @Test(
        "of any bytes is refused or stated anew, and no byte of it gets through that was not looked at",
        arguments: 0..<400)
    func hostile(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var bytes = Array(Offers.withAudio.utf8)
        for _ in 0..<Int.random(in: 1...12, using: &generator) { bytes = generator.mutate(bytes) }
        let format = try Offers.format(profile: 0x42)
        guard let offer = try? BrowserOffer(String(decoding: bytes, as: UTF8.self), of: format) else { return }
        let lines = offer.text.split(separator: "\r\n")
        #expect(lines.filter { $0.hasPrefix("m=") }.count == 1)
        #expect((96...127).contains(offer.payloadType))
        #expect(offer.text.utf8.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 13 || $0 == 10 })
        #expect(lines.count < 64)
    }

    @Test("may not be endless")
    func long() throws {
        let format = try Offers.format(profile: 0x42)
        let sections = String(repeating: "m=audio 9 UDP/TLS/RTP/SAVPF 111\r\n", count: 16)
        #expect(throws: Problem.self) { try BrowserOffer(Offers.chromium + sections, of: format) }
        let long = Offers.chromium + String(repeating: "a=x\r\n", count: 20_000)
        #expect(throws: Problem.self) { try BrowserOffer(long, of: format) }
    }
}
