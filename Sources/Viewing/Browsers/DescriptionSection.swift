// SPDX-License-Identifier: Apache-2.0
import Media

/// A section of a session description: the lines from one `m=` to the next, or those before the first `m=` (RFC 8866).
struct DescriptionSection {
    /// H.264 as a section offers it.
    struct Codec {
        let payloadType: Int
        /// The value of its `a=fmtp`.
        let parameters: String
        /// The payload type of its retransmissions (RFC 4588), if there is one.
        let repeats: Int?
        /// The offered feedback (`a=rtcp-fb`) that a sender of H.264 can use.
        let feedback: [String]
    }

    /// Retransmissions, picture loss, and the request of a key frame (RFC 4585, RFC 5104).
    private static let usableFeedback = ["nack", "nack pli", "ccm fir"]

    /// The dynamic payload types, which GStreamer's payloaders accept.
    private static let payloadTypes = 96...127

    /// `audio`, `video` or `application`.
    let kind: Substring
    /// Usually `UDP/TLS/RTP/SAVPF`.
    let transport: Substring
    /// Payload types, as text.
    let formats: [Substring]
    private let attributes: [Substring]

    /// Parses lines that begin with `m=`, except for the section before the first `m=`.
    init(_ lines: ArraySlice<Substring>) {
        let words = lines.first?.dropFirst(2).split(separator: " ") ?? []
        kind = words.first ?? ""
        transport = words.count > 2 ? words[2] : ""
        formats = Array(words.dropFirst(3))
        attributes = lines.filter { $0.hasPrefix("a=") }.map { $0.dropFirst(2) }
    }

    /// The value of the first attribute of that name.
    subscript(_ name: String) -> Substring? { values(name).first }

    /// Whether there is an attribute without a value.
    func has(_ name: String) -> Bool { attributes.contains { $0 == name } }

    /// The candidates for media over UDP that have an IP address within reach.
    ///
    /// Candidates with host names are left out, because ICE would resolve them. A browser that offers only names is answered at the
    /// address from which its packets come.
    func candidates(within reach: ViewerReach) -> [Substring] {
        values("candidate").filter { candidate in
            let words = candidate.split(separator: " ")
            return words.count >= 8 && candidate.count <= 256 && words[1] == "1" && words[2].lowercased() == "udp"
                && reach.allows(words[4])
                && candidate.allSatisfy { $0.isLetter || $0.isNumber || " +/-_.:".contains($0) }
        }
    }

    /// The offered H.264 closest to a stream: its own profile, else constrained baseline, else any.
    ///
    /// Decoders accept any profile: the profile only states what was negotiated.
    func h264(closestTo format: VideoFormat) -> Codec? {
        let profile = format.parameterSets.sequence.first?.dropFirst().first
        let offered = numbered("rtpmap").filter { Self.payloadTypes.contains($0.number) && $0.value == "H264/90000" }
        let parameters = numbered("fmtp")
        let usable = offered.compactMap { type -> (rank: Int, codec: Codec)? in
            guard let text = parameters.first(where: { $0.number == type.number })?.value, text.count <= 256,
                text.allSatisfy({ $0.isLetter || $0.isNumber || "-_;= ".contains($0) })
            else { return nil }
            let fields = text.split { $0 == ";" || $0 == " " }
            guard fields.contains("packetization-mode=1") else { return nil }
            let repeats = parameters.first { $0.value == "apt=\(type.number)" && Self.payloadTypes.contains($0.number) }
            let level = fields.first { $0.hasPrefix("profile-level-id=") }?.dropFirst(17).lowercased() ?? ""
            let isOwn = profile.map { UInt8(level.prefix(2), radix: 16) == $0 } ?? false
            let codec = Codec(
                payloadType: type.number, parameters: String(text), repeats: repeats?.number,
                feedback: feedback(of: type.number))
            return (isOwn ? 0 : level.hasPrefix("42e0") ? 1 : 2, codec)
        }
        return usable.min { $0.rank < $1.rank }?.codec
    }

    /// The usable feedback that is offered for a payload type, or for all (`*`).
    private func feedback(of payloadType: Int) -> [String] {
        let offered = Set(
            values("rtcp-fb").flatMap { value in
                ["\(payloadType) ", "* "].compactMap { value.hasPrefix($0) ? value.dropFirst($0.count) : nil }
            })
        return Self.usableFeedback.filter { offered.contains($0[...]) }
    }

    private func values(_ name: String) -> [Substring] {
        attributes.compactMap { $0.hasPrefix(name + ":") ? $0.dropFirst(name.count + 1) : nil }
    }

    /// Attributes whose value begins with a payload type.
    private func numbered(_ name: String) -> [(number: Int, value: Substring)] {
        values(name).compactMap { text in
            guard let space = text.firstIndex(of: " "), let number = Int(text[..<space]) else { return nil }
            return (number, text[text.index(after: space)...])
        }
    }
}
