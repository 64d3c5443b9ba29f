// SPDX-License-Identifier: Apache-2.0
import Testing
import Trust
import Wire

@Suite("The keys of a live session")
struct LiveKeysTests {
    private func wish(_ keys: LiveKeys, _ transport: Transport) -> LiveRequest {
        LiveRequest(
            transport: transport, mediaPort: 1, controlPort: 2, ssrc: keys.media.ssrc,
            retransmissionSSRC: keys.retransmissionSSRC, firstSequenceNumber: 0, latencyMilliseconds: 200,
            cipher: keys.media.cipher.rawValue, mediaKey: Confidential(keys.media.base64),
            feedbackSSRC: keys.feedback?.ssrc ?? 0, feedbackKey: keys.feedback.map { Confidential($0.base64) })
    }

    @Test("No key and no SSRC comes twice, in no session and in no direction")
    func fresh() {
        var generator = SystemRandomNumberGenerator()
        var (keys, ssrcs): (Set<String>, Set<UInt32>) = ([], [])
        for _ in 0..<200 {
            let session = LiveKeys.fresh(for: .udp, using: &generator)
            #expect(session.media.cipher == .aes256)
            for key in [session.media, session.feedback].compactMap({ $0 }) {
                #expect(keys.insert(key.base64).inserted)
                #expect(ssrcs.insert(key.ssrc).inserted)
            }
            #expect(ssrcs.insert(session.retransmissionSSRC).inserted)
        }
        #expect(keys.count == 400 && ssrcs.count == 600)
        #expect(LiveKeys.fresh(for: .tcp, using: &generator).feedback == nil)
    }

    @Test("Both nodes have the same keys once the wish has travelled", arguments: Transport.allCases)
    func travels(_ transport: Transport) throws {
        var generator = SystemRandomNumberGenerator()
        let made = LiveKeys.fresh(for: transport, using: &generator)
        let request = try JSON.decode(LiveRequest.self, from: try JSON.encode(wish(made, transport)))
        let read = try LiveKeys(request)
        #expect(read.media.base64 == made.media.base64 && read.media.ssrc == made.media.ssrc)
        #expect(read.retransmissionSSRC == made.retransmissionSSRC)
        #expect(read.feedback?.base64 == made.feedback?.base64 && read.feedback?.ssrc == made.feedback?.ssrc)
    }

    @Test("A wish shows no key in logs and dumps, and its JSON does")
    func silent() throws {
        var generator = SystemRandomNumberGenerator()
        let keys = LiveKeys.fresh(for: .udp, using: &generator)
        let request = wish(keys, .udp)
        var dumped = ""
        dump(request, to: &dumped)
        dump(keys, to: &dumped)
        let secrets = [keys.media.base64, try #require(keys.feedback).base64]
        for text in ["\(request)", String(reflecting: request), "\(keys)", dumped] {
            #expect(text.contains("(secret)"))
            #expect(!secrets.contains { text.contains($0) })
        }
        let json = String(decoding: try JSON.encode(request), as: UTF8.self)
        #expect(secrets.allSatisfy { json.contains($0) })
    }
}
