// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// The values that were read from `@FILE`, so that they can be hidden in every text that leaves the program.
package enum PipelineSecrets {
    /// What stands in the place of a hidden value.
    package static let mask = "(secret)"

    /// A shorter value is hidden where it is used, but not searched for: it would be found in any text.
    private static let shortest = 4
    private static let known = Mutex<Set<String>>([])

    /// Hides a value, and the password in it if it is an address, in every text from now on.
    static func add(_ value: String) {
        // The user's name alone may be any word.
        let passwords = userInfo(in: value).compactMap { $0.split(separator: ":", maxSplits: 1).last.map(String.init) }
        let parts = [value] + userInfo(in: value) + passwords
        let encoded = parts.compactMap { $0.addingPercentEncoding(withAllowedCharacters: .urlPasswordAllowed) }
        let decoded = parts.compactMap(\.removingPercentEncoding)
        let long = (parts + encoded + decoded).filter { $0.count >= shortest }
        known.withLock { $0.formUnion(long) }
    }

    /// The text without the values that were read from files, and without user and password in addresses.
    package static func hiding(in text: String) -> String {
        // The longest first: one value may contain another.
        let values = known.withLock { Array($0) }.sorted { $0.count > $1.count }
        var text = values.reduce(text) { $0.replacing($1, with: mask) }
        for info in userInfo(in: text) { text = text.replacing("://\(info)@", with: "://\(mask)@") }
        return text
    }

    /// What stands between `://` and `@` of each address in a text, if a password is in it (RFC 3986 §3.2.1).
    private static func userInfo(in text: String) -> [String] {
        text.components(separatedBy: "://").dropFirst().compactMap { rest in
            let authority = rest.prefix { !$0.isWhitespace && !"/?#\"'<>".contains($0) }
            guard let at = authority.lastIndex(of: "@") else { return nil }
            let info = authority[..<at]
            return info.contains(":") && info != mask ? String(info) : nil
        }
    }
}
