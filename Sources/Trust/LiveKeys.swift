// SPDX-License-Identifier: Apache-2.0
package import Wire

/// The keys of one live session, one for each direction, with their SSRCs.
///
/// The recorder makes new keys for each session; the camera reads them from the request. One key for both directions would repeat
/// the keystream (RFC 3711 section 9.1).
package struct LiveKeys: Sendable {
    /// Protects the camera's media.
    package let media: MediaKey
    /// The SSRC of the camera's retransmissions, under the media's key.
    package let retransmissionSSRC: UInt32
    /// Protects the recorder's reports and requests; nil over TCP.
    package let feedback: MediaKey?

    private init(media: MediaKey, retransmissionSSRC: UInt32, feedback: MediaKey?) throws(TrustError) {
        let ssrcs = [media.ssrc, retransmissionSSRC] + (feedback.map { [$0.ssrc] } ?? [])
        guard !ssrcs.contains(0), Set(ssrcs).count == ssrcs.count else {
            throw .invalid(.mediaKey, reason: "its SSRCs are not distinct, or one is 0")
        }
        (self.media, self.retransmissionSSRC, self.feedback) = (media, retransmissionSSRC, feedback)
    }

    /// Makes random keys and SSRCs.
    package static func fresh(for transport: Transport, using generator: inout some RandomNumberGenerator) -> LiveKeys {
        while true {
            let (media, feedback) = (MediaKey(using: &generator), MediaKey(using: &generator))
            let other = UInt32.random(in: 1...UInt32.max, using: &generator)
            let keys = try? LiveKeys(
                media: media, retransmissionSSRC: other, feedback: transport == .udp ? feedback : nil)
            // Two SSRCs are equal about once in 10^9 attempts.
            if let keys { return keys }
        }
    }

    /// Reads the keys of a request; throws if they are invalid.
    package init(_ request: LiveRequest) throws(TrustError) {
        guard let cipher = MediaKey.Cipher(rawValue: request.cipher) else {
            let known = MediaKey.Cipher.allCases.map(\.rawValue).joined(separator: " or ")
            throw .invalid(.mediaKey, reason: "its cipher is not \(known)")
        }
        guard (request.feedbackKey != nil) == (request.transport == .udp) else {
            throw .invalid(.mediaKey, reason: "feedback has a key over UDP, and only there")
        }
        let media = try MediaKey(cipher, ssrc: request.ssrc, base64: request.mediaKey.reveal())
        var feedback: MediaKey?
        if let key = request.feedbackKey {
            feedback = try MediaKey(cipher, ssrc: request.feedbackSSRC, base64: key.reveal())
            guard feedback?.key.reveal() != media.key.reveal() else {
                throw .invalid(.mediaKey, reason: "both directions have the same one")
            }
        }
        try self.init(media: media, retransmissionSSRC: request.retransmissionSSRC, feedback: feedback)
    }
}
