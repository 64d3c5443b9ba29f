// SPDX-License-Identifier: Apache-2.0

/// Why a node cannot be announced, or why a found announcement is unusable.
package enum AdvertisementError: Error, Equatable, Sendable {
    /// The TXT record lacks a key that every node announces.
    case missing(key: String)
    /// A value is invalid; the valid values, in words.
    case malformed(key: String, expected: String)
    /// The TXT record has more strings or bytes than any node announces.
    case tooLarge(strings: Int, bytes: Int)
    /// A service instance whose name has no character that can be shown.
    case unnamed
}

extension AdvertisementError: CustomStringConvertible {
    /// In words, for a person.
    package var description: String {
        switch self {
        case .missing(let key):
            "its announcement has no \"\(key)\": it is no Longshot node, or one of another version"
        case .malformed(let key, let expected):
            "\"\(key)\" in its announcement has to be \(expected)"
        case .tooLarge(let strings, let bytes):
            "its announcement is too large (\(strings) strings, \(bytes) bytes): no Longshot node sends that"
        case .unnamed:
            "its name has no character that can be shown: give the node a name"
        }
    }
}
