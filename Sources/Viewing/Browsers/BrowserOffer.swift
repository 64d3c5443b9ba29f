// SPDX-License-Identifier: Apache-2.0
import Media
import Wire

/// A browser's offer to watch (RFC 8866, RFC 8829), reduced to the parts that an answer needs.
///
/// `webrtcbin` of GStreamer 1.22 trusts its input, and some offers end its process. It therefore gets a text written here: one
/// video section, one payload type of H.264 with its retransmissions, and no host name that it would have to resolve.
struct BrowserOffer {
    /// The size of the largest offer, in bytes.
    static let limit = 64_000
    private static let (mostSections, mostCandidates) = (16, 32)

    /// The payload type of H.264 in the answer.
    let payloadType: Int
    /// The rewritten offer for `webrtcbin`.
    let text: String
    private let parameters: String
    /// The feedback that the answer may accept (RFC 4585, RFC 5104).
    private let feedback: [String]
    private let sections: [DescriptionSection]
    private let video: Int

    /// Reads an offer; throws a problem that says what is wrong with it.
    ///
    /// Leaves out candidates beyond the viewer's reach.
    init(
        _ offered: String, of format: VideoFormat, reaching reach: ViewerReach = .nowhere
    ) throws(Problem) {
        guard offered.utf8.count <= BrowserOffer.limit,
            offered.utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0D || $0 == 0x0A })
        else { throw .badRequest("the offer is no session description in ASCII of at most 64 kB") }
        let lines = offered.split(whereSeparator: \.isNewline)
        guard lines.first == "v=0" else {
            throw .badRequest("the offer is no session description: it must begin with v=0")
        }
        let starts = lines.indices.filter { lines[$0].hasPrefix("m=") } + [lines.count]
        let head = DescriptionSection(lines[..<starts[0]])
        sections = zip(starts, starts.dropFirst()).map { DescriptionSection(lines[$0..<$1]) }
        let wanted = sections.firstIndex { $0.kind == "video" && ($0.has("recvonly") || $0.has("sendrecv")) }
        guard let wanted, sections.count <= BrowserOffer.mostSections,
            sections.allSatisfy({ $0.kind.allSatisfy(\.isLetter) && $0.formats.count > 0 })
        else { throw .badRequest("the offer must have a video section with a=recvonly, and 16 sections at most") }
        video = wanted
        let section = sections[wanted]
        guard let codec = section.h264(closestTo: format) else {
            throw .unsupported(
                "this camera sends H.264 with packetization-mode=1, which the browser does not offer: use the picture stream"
            )
        }
        (payloadType, parameters, feedback) = (codec.payloadType, codec.parameters, codec.feedback)
        text = try Self.restated(section, codec, sharing: head, reaching: reach).map { $0 + "\r\n" }.joined()
    }

    private static func restated(
        _ section: DescriptionSection, _ codec: DescriptionSection.Codec, sharing head: DescriptionSection,
        reaching reach: ViewerReach
    ) throws(Problem) -> [String] {
        func transport(_ name: String, _ isSound: (Substring) -> Bool) throws(Problem) -> String {
            guard let value = section[name] ?? head[name], isSound(value) else {
                throw .badRequest("the video section of the offer has no usable a=\(name)")
            }
            return "a=\(name):\(value)"
        }
        let isToken = { (text: Substring) in
            (1...256).contains(text.count) && text.allSatisfy { $0.isLetter || $0.isNumber || "+/-_.".contains($0) }
        }
        guard section.has("rtcp-mux") else { throw .badRequest("the video section of the offer has no a=rtcp-mux") }
        let identifier = try transport("mid", isToken)
        let (main, repeats) = (codec.payloadType, codec.repeats)
        var lines = [
            "v=0", "o=- 1 1 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE \(identifier.dropFirst(6))",
            "m=video 9 UDP/TLS/RTP/SAVPF "
                + ([main] + [repeats].compactMap { $0 }).map(String.init).joined(separator: " "),
            "c=IN IP4 0.0.0.0", identifier, try transport("ice-ufrag", isToken), try transport("ice-pwd", isToken),
            try transport("fingerprint") { value in
                value.count <= 256 && value.allSatisfy { $0.isLetter || $0.isNumber || "-: ".contains($0) }
            },
            try transport("setup") { ["actpass", "active", "passive"].contains($0) },
            "a=recvonly", "a=rtcp-mux", "a=rtpmap:\(main) H264/90000", "a=fmtp:\(main) \(codec.parameters)",
        ]
        lines += codec.feedback.map { "a=rtcp-fb:\(main) \($0)" }
        if let repeats { lines += ["a=rtpmap:\(repeats) rtx/90000", "a=fmtp:\(repeats) apt=\(main)"] }
        lines += section.candidates(within: reach).prefix(mostCandidates).map { "a=candidate:\($0)" }
        return lines
    }

    /// Completes the answer to `text` into an answer to the whole offer: declines all other sections.
    ///
    /// Removes the feedback that `webrtcbin` adds although the browser did not offer it (RFC 8829, section 5.3.1).
    func completed(_ answer: String) throws(Problem) -> String {
        let fitting = "a=fmtp:\(payloadType) "
        // webrtcbin leaves the profile out; the browser would assume another one.
        let allowed = feedback.map { "a=rtcp-fb:\(payloadType) \($0)" }
        let lines = answer.split(whereSeparator: \.isNewline).compactMap { line -> String? in
            if line.hasPrefix("a=rtcp-fb:") { return allowed.first { $0 == line } }
            return line.hasPrefix(fitting) ? fitting + parameters : String(line)
        }
        guard let start = lines.firstIndex(where: { $0.hasPrefix("m=video ") }) else { throw .refusedOffer }
        let declined = sections.map { section in
            ["m=\(section.kind) 0 \(section.transport) \(section.formats[0])", "c=IN IP4 0.0.0.0", "a=inactive"]
                + (section["mid"].map { ["a=mid:\($0)"] } ?? [])
        }
        let body = declined[..<video].joined() + lines[start...] + declined[(video + 1)...].joined()
        return (lines[..<start] + body).map { $0 + "\r\n" }.joined()
    }
}

extension Problem {
    /// The viewers' process could not answer an offer.
    static let refusedOffer = Problem(
        "live-failed", status: 502, title: "Live video cannot start",
        detail: "no connection could be agreed on with this browser")
}
