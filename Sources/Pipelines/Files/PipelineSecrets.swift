// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// The values read from `@FILE`, which are masked in every text that leaves the program.
package enum PipelineSecrets {
    /// The text that replaces a hidden value.
    package static let mask = "(secret)"

    /// Shorter values are not searched for, because they would match in any text.
    private static let shortest = 4
    private static let known = Mutex<Set<String>>([])

    /// Masks a value in all later texts; for an address, its password too.
    static func add(_ value: String) {
        // Not the user name alone: it may be a common word.
        let passwords = userInfo(in: value).compactMap { $0.split(separator: ":", maxSplits: 1).last.map(String.init) }
        let parts = [value] + userInfo(in: value) + passwords
        let encoded = parts.compactMap { $0.addingPercentEncoding(withAllowedCharacters: .urlPasswordAllowed) }
        let decoded = parts.compactMap(\.removingPercentEncoding)
        let long = (parts + encoded + decoded).filter { $0.count >= shortest }
        known.withLock { $0.formUnion(long) }
    }

    /// Masks secret values, and user and password of addresses, in a text.
    package static func hiding(in text: String) -> String {
        // Replace the longest first: one value may contain another.
        let values = known.withLock { Array($0) }.sorted { $0.count > $1.count }
        var text = values.reduce(text) { $0.replacing($1, with: mask) }
        for info in userInfo(in: text) { text = text.replacing("://\(info)@", with: "://\(mask)@") }
        return text
    }

    /// The part between `://` and `@` of each address that has a password (RFC 3986 §3.2.1).
    private static func userInfo(in text: String) -> [String] {
        text.components(separatedBy: "://").dropFirst().compactMap { rest in
            let authority = rest.prefix { !$0.isWhitespace && !"/?#\"'<>".contains($0) }
            guard let at = authority.lastIndex(of: "@") else { return nil }
            let info = authority[..<at]
            return info.contains(":") && info != mask ? String(info) : nil
        }
    }
}
