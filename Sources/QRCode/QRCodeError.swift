// SPDX-License-Identifier: Apache-2.0

/// Why a text cannot be encoded as a QR code.
package enum QRCodeError: Error, Equatable, Sendable {
    /// The text is empty.
    case empty
    /// The text has more bytes of UTF-8 than a code of that correction level holds.
    case tooLong(bytes: Int, limit: Int)
    /// The encoder failed for another reason, in the system's words.
    case failed(String)
}

extension QRCodeError: CustomStringConvertible {
    /// In words, for a person.
    package var description: String {
        switch self {
        case .empty:
            "an empty text makes no QR code"
        case .tooLong(let bytes, let limit):
            "a text of \(bytes) bytes makes no QR code: shorten it to \(limit) bytes, or take a lower correction level"
        case .failed(let reason):
            "the QR code could not be made: \(reason)"
        }
    }
}
