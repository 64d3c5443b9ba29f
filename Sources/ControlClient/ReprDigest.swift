// SPDX-License-Identifier: Apache-2.0
import Media
import FoundationEssentials
import Transfers

/// The SHA-256 in a `Repr-Digest` field (RFC 9530 §3): a dictionary of algorithms and byte sequences.
struct ReprDigest: Equatable {
    /// The digest in hexadecimal.
    let sha256: String

    /// Finds `sha-256=:BASE64:` among the digests; nil if it is absent or malformed.
    init?(_ field: String) {
        for member in field.split(separator: ",") {
            let text = member.trimmed
            guard text.hasPrefix("sha-256=:"), text.hasSuffix(":") else { continue }
            guard let bytes = Data(base64Encoded: String(text.dropFirst(9).dropLast())), bytes.count == 32
            else {
                return nil
            }
            sha256 = bytes.hexadecimal
            return
        }
        return nil
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
