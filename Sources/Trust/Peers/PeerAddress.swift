// SPDX-License-Identifier: Apache-2.0

/// An address of a node: a hint, never a credential.
///
/// Written `192.0.2.7:5664`, `[2001:db8::7]:5664` or `box.local:5664`.
package struct PeerAddress: Hashable, Sendable {
    /// A host name in lower case or an IP address, an IPv6 address without its brackets.
    package let host: String
    /// The TCP port.
    package let port: UInt16

    /// Reads an address with its port.
    package init(_ text: String) throws(TrustError) {
        guard text.utf8.count <= 261 else { throw .invalid(.address, reason: "it is too long") }
        guard let colon = text.lastIndex(of: ":") else { throw .invalid(.address, reason: "the port is missing") }
        let digits = text[text.index(after: colon)...]
        guard digits.utf8.allSatisfy(Self.isDigit), let port = UInt16(digits), port > 0 else {
            throw .invalid(.address, reason: "the port must be a number from 1 to 65535")
        }
        let host = text[..<colon].lowercased()
        if host.first == "[", host.last == "]" {
            self.host = String(host.dropFirst().dropLast())
            guard Self.isIPv6(self.host) else { throw .invalid(.address, reason: "no IPv6 address is in the brackets") }
        } else {
            self.host = host
            guard Self.isIPv4(host) || Self.isName(host) else {
                throw .invalid(.address, reason: "the host is neither an IP address nor a name")
            }
        }
        self.port = port
    }

    /// An IP address with a port; nil if one of them is not valid.
    package init?(_ address: String, port: UInt16) {
        try? self.init(address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)")
    }

    private static func isIPv4(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                part.utf8.allSatisfy(isDigit) && UInt8(part) != nil && (part == "0" || part.first != "0")
            }
    }

    private static func isIPv6(_ host: String) -> Bool {
        let halves = host.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
        guard halves.count <= 2 else { return false }
        let groups = halves.flatMap { half in
            half.isEmpty ? [] : half.split(separator: ":", omittingEmptySubsequences: false)
        }
        // "::" stands for one group or more.
        return (halves.count == 2 ? groups.count <= 7 : groups.count == 8)
            && groups.allSatisfy { (1...4).contains($0.utf8.count) && $0.utf8.allSatisfy(isHexadecimal) }
    }

    private static func isName(_ host: String) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        // A name whose last label is a number is a malformed IPv4 address.
        return host.utf8.count <= 253 && labels.last?.utf8.allSatisfy(isDigit) == false
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}

extension PeerAddress: CustomStringConvertible {
    /// The address as a URL writes it.
    package var description: String {
        host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}

extension PeerAddress: Codable {
    package init(from decoder: any Decoder) throws {
        self = try PeerAddress(try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
