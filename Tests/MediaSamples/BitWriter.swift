// SPDX-License-Identifier: Apache-2.0

/// Writes the bits of a NAL unit (ITU-T H.264 7.2 and 9.1).
package struct BitWriter {
    private var bits: [UInt8] = []

    /// A writer without bits.
    package init() {}

    package mutating func write(_ value: Int, _ count: Int) {
        for index in (0..<count).reversed() { bits.append(UInt8(value >> index & 1)) }
    }

    package mutating func unsigned(_ value: Int) {
        let code = value + 1
        let length = Int.bitWidth - code.leadingZeroBitCount
        write(0, length - 1)
        write(code, length)
    }

    package mutating func signed(_ value: Int) {
        unsigned(value > 0 ? 2 * value - 1 : -2 * value)
    }

    /// The bytes, with stop bit and emulation prevention.
    package func unit() -> [UInt8] {
        var all = bits + [1]
        while all.count % 8 != 0 { all.append(0) }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: all.count, by: 8) {
            let byte = all[start..<(start + 8)].reduce(0) { $0 << 1 | $1 }
            if byte <= 3 && bytes.count >= 2 && bytes.suffix(2).allSatisfy({ $0 == 0 }) { bytes.append(3) }
            bytes.append(byte)
        }
        return bytes
    }
}
