// SPDX-License-Identifier: Apache-2.0

/// Reads the bits of an H.264 NAL unit, with Exp-Golomb codes (ITU-T H.264 7.2 and 9.1).
///
/// Throws at the end of the data; no value that it returns is larger than its caller allowed.
struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    /// Starts after the one-byte header of a NAL unit; removes emulation prevention bytes.
    init(payloadOf unit: [UInt8]) {
        var raw: [UInt8] = []
        raw.reserveCapacity(unit.count)
        var zeros = 0
        for byte in unit.dropFirst() {
            if zeros >= 2 && byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            raw.append(byte)
        }
        bytes = raw
    }

    /// The next `count` bits, most significant first; at most 32.
    mutating func bits(_ count: Int) throws(MediaError) -> Int {
        guard position + count <= bytes.count * 8 else {
            throw .malformed("a parameter set that ends too early")
        }
        var value = 0
        for _ in 0..<count {
            value = value << 1 | Int(bytes[position >> 3] >> (7 - UInt8(position & 7)) & 1)
            position += 1
        }
        return value
    }

    /// The next bit as a flag.
    mutating func flag() throws(MediaError) -> Bool {
        try bits(1) == 1
    }

    /// An unsigned Exp-Golomb code, ue(v).
    mutating func unsigned(upTo limit: Int, _ name: String) throws(MediaError) -> Int {
        var zeros = 0
        while try bits(1) == 0 {
            zeros += 1
            guard zeros <= 31 else { throw .malformed("an endless code for the \(name)") }
        }
        let value = try (1 << zeros) - 1 + bits(zeros)
        guard value <= limit else { throw .malformed("\(name) \(value) is larger than \(limit)") }
        return value
    }

    /// A signed Exp-Golomb code, se(v).
    mutating func signed(_ name: String) throws(MediaError) -> Int {
        let code = try unsigned(upTo: .max, name)
        return code & 1 == 1 ? (code + 1) / 2 : -(code / 2)
    }
}
