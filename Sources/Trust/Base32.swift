// SPDX-License-Identifier: Apache-2.0

/// Base32 as in RFC 4648, in lower case and without padding.
enum Base32 {
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        var (bits, pending) = (0, 0)
        for byte in bytes {
            (bits, pending) = (bits << 8 | Int(byte), pending + 8)
            while pending >= 5 {
                pending -= 5
                text.append(alphabet[bits >> pending & 31])
            }
            bits &= 31
        }
        if pending > 0 { text.append(alphabet[bits << (5 - pending) & 31]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes either case; nil unless the text is a canonical encoding.
    static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (bits, pending) = (0, 0)
        for character in text {
            guard let value = value(character) else { return nil }
            (bits, pending) = (bits << 5 | value, pending + 5)
            if pending >= 8 {
                pending -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> pending))
            }
            bits &= 1 << pending - 1
        }
        // A canonical encoding ends with fewer than 5 padding bits, all of them 0.
        return pending < 5 && bits == 0 ? bytes : nil
    }

    private static func value(_ character: UInt8) -> Int? {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(character - UInt8(ascii: "a"))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(character - UInt8(ascii: "A"))
        case UInt8(ascii: "2")...UInt8(ascii: "7"): Int(character - UInt8(ascii: "2")) + 26
        default: nil
        }
    }
}
