// SPDX-License-Identifier: Apache-2.0
import Wire

/// The content of a pairing QR code: the node, its addresses and the code.
///
/// `longshot://pair?v=1&node=…&name=…&at=host:port&at=…&code=…`. A reader can pair while the window is open: never log `text`,
/// which contains the code.
package struct PairingLink: Sendable {
    /// The node that opened the window; a joiner refuses any other one.
    package let node: NodeID
    /// The name that the node claims.
    package let name: PeerName
    /// The addresses of its pairing port, the best first; never empty.
    package let addresses: [PeerAddress]
    /// The secret of the window.
    package let code: PairingCode
    /// Who is expected to join; nil if the joiner says that itself.
    package var joiner: PeerRole?

    private static let start = "longshot://pair?"
    private static let sizeLimit = 1_024
    private static let addressLimit = 8

    /// Makes a link to the first eight of these addresses.
    package init(node: NodeID, name: PeerName, addresses: [PeerAddress], code: PairingCode) throws(TrustError) {
        guard !addresses.isEmpty else { throw .invalid(.pairingLink, reason: "it has no address") }
        (self.node, self.name, self.code) = (node, name, code)
        self.addresses = Array(addresses.prefix(PairingLink.addressLimit))
    }

    /// Reads a link.
    ///
    /// Ignores unknown parameters. `at` occurs from 1 to 8 times, each other known parameter once.
    package init(_ text: String) throws(TrustError) {
        guard text.utf8.count <= PairingLink.sizeLimit else {
            throw .invalid(.pairingLink, reason: "it is longer than \(PairingLink.sizeLimit) bytes")
        }
        let start = text.prefix(PairingLink.start.count)
        guard start.lowercased() == PairingLink.start else {
            throw .invalid(.pairingLink, reason: "it does not begin with \(PairingLink.start)")
        }
        var values: [String: [String]] = [:]
        for item in text[start.endIndex...].split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let value = PercentEncoding.decode(parts[1]) else {
                throw .invalid(.pairingLink, reason: "its values are not percent-encoded text")
            }
            values[String(parts[0]), default: []].append(value)
        }
        func one(_ name: String) throws(TrustError) -> String {
            guard let found = values[name], found.count == 1 else {
                throw .invalid(.pairingLink, reason: "\"\(name)\" must be there once")
            }
            return found[0]
        }
        guard try one("v") == "1" else {
            throw .invalid(.pairingLink, reason: "it is made for another version; update the older node")
        }
        guard values.count > 1 else {
            throw .invalid(
                .pairingLink, reason: "it ends at its first \"&\": put the link in quotes, or paste it when asked")
        }
        let addresses = values["at", default: []]
        guard (1...PairingLink.addressLimit).contains(addresses.count) else {
            throw .invalid(.pairingLink, reason: "it must have from 1 to \(PairingLink.addressLimit) addresses")
        }
        node = try NodeID(try one("node"))
        name = try PeerName(try one("name"))
        code = try PairingCode(try one("code"))
        self.addresses = try addresses.map { text throws(TrustError) in try PeerAddress(text) }
        // A role that this version does not know says as little as none.
        joiner = values["as"]?.first.flatMap(PeerRole.init(rawValue:))
    }

    /// The link with its code: for the QR code, the screen and the clipboard, never for a log.
    package var text: String { text(code: code.text) }

    private func text(code: String) -> String {
        let addresses = addresses.map { "&at=" + PercentEncoding.encode($0.description) }.joined()
        let role = joiner.map { "&as=\($0.rawValue)" } ?? ""
        return
            "\(PairingLink.start)v=1&node=\(node)&name=\(PercentEncoding.encode(name.text))\(addresses)\(role)&code=\(code)"
    }
}

extension PairingLink: CustomStringConvertible, CustomDebugStringConvertible {
    /// The link without its code.
    package var description: String { text(code: "\(code)") }
    package var debugDescription: String { description }
}
