// SPDX-License-Identifier: Apache-2.0
import Wire

/// A display name of a node, which proves nothing.
///
/// It comes from strangers, so it is short, has one line, and cannot change how the text around it looks.
package struct PeerName: Hashable, Sendable {
    /// The name.
    package let text: String

    /// The length of the longest name, in bytes of UTF-8.
    package static let sizeLimit = 128

    /// Takes a name unchanged; throws the reason if it is invalid.
    package init(_ text: String) throws(TrustError) {
        guard text.utf8.count <= PeerName.sizeLimit else {
            throw .invalid(.name, reason: "it is longer than \(PeerName.sizeLimit) bytes")
        }
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last else {
            throw .invalid(.name, reason: "it is empty")
        }
        guard !first.properties.isWhitespace, !last.properties.isWhitespace else {
            throw .invalid(.name, reason: "it begins or ends with a space")
        }
        guard scalars.allSatisfy(\.isVisible) else {
            throw .invalid(.name, reason: "it holds control characters, line breaks or invisible marks")
        }
        self.text = text
    }
}

extension PeerName: CustomStringConvertible {
    package var description: String { text }
}

extension PeerName: Codable {
    package init(from decoder: any Decoder) throws {
        self = try PeerName(try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
