// SPDX-License-Identifier: Apache-2.0
import Media
import Footage

/// A camera sent other bytes than it had announced.
struct DamagedFootage: Error, Equatable {
    /// The requested bytes, in words.
    let what: String
    let expected: String
    let actual: String

    /// Returns the bytes if they have the digest, in upper or lower case; throws this error if not.
    static func check(_ bytes: [UInt8], _ what: String, sha256 expected: String) throws(DamagedFootage) -> [UInt8] {
        let actual = Digest(of: bytes).hex
        guard actual == expected.lowercased() else {
            throw DamagedFootage(what: what, expected: "SHA-256 \(expected)", actual: actual)
        }
        return bytes
    }
}

extension DamagedFootage: CustomStringConvertible {
    var description: String {
        "\(what) arrived damaged: \(expected) was announced, \(actual) came"
    }
}
