// SPDX-License-Identifier: Apache-2.0

/// Where a node listens: a host and a port.
package struct NodeAddress: Sendable, Hashable {
    /// The host's name or IP address, an IPv6 address without its brackets.
    package let host: String
    /// The TCP port.
    package let port: Int

    /// Reads `127.0.0.1:5664`, `https://127.0.0.1:5664`, `localhost:5664` or `[::1]:5664`.
    ///
    /// Uses `defaultPort` if there is no port. Throws `BadNodeAddress`.
    package init(_ text: String, defaultPort: Int? = nil) throws(BadNodeAddress) {
        func refused(_ reason: String) -> BadNodeAddress { BadNodeAddress(text: text, reason: reason) }

        var rest = Substring(text)
        if let separator = rest.firstRange(of: "://") {
            guard rest[..<separator.lowerBound].lowercased() == "https" else {
                throw refused("only https:// is supported")
            }
            rest = rest[separator.upperBound...]
        }
        if rest.last == "/" { rest.removeLast() }
        guard !rest.isEmpty else { throw refused("the host is missing") }

        let (name, number) = try Self.split(rest, refused: refused)
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isAllowed) else {
            throw refused("a host is letters, digits, dots and hyphens, or an IPv6 address in brackets")
        }
        guard let number = number ?? defaultPort.map({ "\($0)" }) else {
            throw refused("the port is missing")
        }
        guard let port = Int(number), (1...65_535).contains(port) else {
            throw refused("the port must be a number from 1 to 65535")
        }
        (host, self.port) = (String(name), port)
    }

    /// The same host with another port.
    package func with(port: Int) -> NodeAddress { NodeAddress(host: host, port: port) }

    private init(host: String, port: Int) {
        (self.host, self.port) = (host, port)
    }

    /// The address as part of a URL (RFC 3986 §3.2).
    package var authority: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// Splits `host:port` or `[IPv6]:port`, and checks neither part.
    private static func split(
        _ text: Substring, refused: (String) -> BadNodeAddress
    ) throws(BadNodeAddress) -> (host: Substring, port: String?) {
        var host = text
        var tail = text[text.endIndex...]
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else { throw refused("the closing bracket is missing") }
            host = text[text.index(after: text.startIndex)..<end]
            tail = text[text.index(after: end)...]
            guard host.contains(":") else { throw refused("brackets are for IPv6 addresses") }
        } else if let colon = text.firstIndex(of: ":") {
            (host, tail) = (text[..<colon], text[colon...])
            guard !tail.dropFirst().contains(":") else {
                throw refused("write an IPv6 address in brackets, like [::1]:5664")
            }
        }
        guard !tail.isEmpty else { return (host, nil) }
        guard tail.first == ":" else { throw refused("only a port may follow the host") }
        return (host, String(tail.dropFirst()))
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: ":"):
            true
        default:
            false
        }
    }
}

extension NodeAddress: CustomStringConvertible {
    package var description: String { authority }
}
