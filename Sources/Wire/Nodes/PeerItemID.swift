// SPDX-License-Identifier: Apache-2.0

/// An id that a peer gave to an item, checked to be safe in a file name and in a URL.
///
/// An unsafe id is refused, not changed as a name is: two ids must not become one.
package struct PeerItemID: Hashable, Sendable {
    /// The id: from 1 to 128 ASCII letters, digits, `-`, `_` and `.`, the first of them a letter or digit.
    package let text: String

    /// Checks an id; nil unless it is safe.
    package init?(_ text: String) {
        let isPlain = { (byte: UInt8) in
            let scalar = Unicode.Scalar(byte)
            return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
        }
        guard (1...128).contains(text.utf8.count), text.utf8.first.map(isPlain) == true,
            text.utf8.allSatisfy({
                isPlain($0) || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains($0)
            })
        else { return nil }
        self.text = text
    }
}
