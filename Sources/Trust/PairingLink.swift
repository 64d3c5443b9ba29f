// SPDX-License-Identifier: Apache-2.0
import Wire

/// What a QR code says: which node, where, and the code that lets one in.
///
/// `longshot://pair?v=1&node=…&name=…&at=host:port&at=…&code=…`. Whoever reads it can pair while the window is open, so
/// it never goes into a log: only `text` has the code.
package struct PairingLink: Sendable {
    /// The node that has opened the window; no other one is talked to.
    package let node: NodeID
    /// What it calls itself.
    package let name: PeerName
    /// Where its pairing port may be reached; at least one, the best first.
    package let addresses: [PeerAddress]
    /// The secret of the window.
    package let code: PairingCode

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
    /// Names of values that this version does not know are skipped; those that it knows must be there once.
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
                throw .invalid(.pairingLink, reason: "“\(name)” must be there once")
            }
            return found[0]
        }
        guard try one("v") == "1" else {
            throw .invalid(.pairingLink, reason: "it is made for another version; update the older node")
        }
        let addresses = values["at", default: []]
        guard (1...PairingLink.addressLimit).contains(addresses.count) else {
            throw .invalid(.pairingLink, reason: "it must have from 1 to \(PairingLink.addressLimit) addresses")
        }
        node = try NodeID(try one("node"))
        name = try PeerName(try one("name"))
        code = try PairingCode(try one("code"))
        self.addresses = try addresses.map { text throws(TrustError) in try PeerAddress(text) }
    }

    /// The link with its code: for the QR code, the screen and the paste buffer, never for a log.
    package var text: String { text(code: code.text) }

    private func text(code: String) -> String {
        let addresses = addresses.map { "&at=" + PercentEncoding.encode($0.description) }.joined()
        return "\(PairingLink.start)v=1&node=\(node)&name=\(PercentEncoding.encode(name.text))\(addresses)&code=\(code)"
    }
}

extension PairingLink: CustomStringConvertible, CustomDebugStringConvertible {
    /// The link without its code.
    package var description: String { text(code: "\(code)") }
    package var debugDescription: String { description }
}
