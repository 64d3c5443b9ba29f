// SPDX-License-Identifier: Apache-2.0

/// A name as users see it: in quotes if it could be taken for an id.
///
/// A node chooses its own name. Without quotes, it could pass for the node whose id it took as its name.
package struct ShownName: Sendable, Equatable, CustomStringConvertible {
    /// The name, in quotes if it could be taken for an id.
    package let description: String

    /// The length of a short id and of a whole one, in characters.
    private static let (short, whole) = (7, 52)

    /// - Parameter ids: ids that are shown beside the name; a name that begins like one of them gets quotes too.
    package init(_ name: String, beside ids: some Sequence<String> = EmptyCollection<String>()) {
        let lowercased = name.lowercased()
        let isLikeAnother =
            lowercased.count >= NamedChoice.shortestPrefix
            && ids.contains { $0.hasPrefix(lowercased) || lowercased.hasPrefix($0.prefix(Self.short)) }
        description = isLikeAnother || Self.looksLikeID(lowercased) ? "“\(name)”" : name
    }

    /// Base32 of the length of an id.
    ///
    /// A short one counts only with a digit: "kitchen" is a word.
    private static func looksLikeID(_ text: String) -> Bool {
        let isBase32 = text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || isDigit($0) }
        guard isBase32, text.utf8.count <= whole else { return false }
        return text.utf8.count == whole || (text.utf8.count >= short && text.utf8.contains(where: isDigit))
    }

    /// The digits of base32 are 2 to 7.
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "2")...UInt8(ascii: "7")).contains(byte) }
}
