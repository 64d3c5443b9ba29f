// SPDX-License-Identifier: Apache-2.0

extension ArraySlice<UInt8> {
    /// The number that at most 8 bytes stand for, most significant first.
    package var bigEndian: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }
}

extension [UInt8] {
    /// Appends borrowed bytes with one `memcpy`.
    ///
    /// A loop over the span costs several times as much, and this copies every byte of every stream.
    package mutating func append(copying bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }

    /// Appends the lowest `count` bytes of a number, most significant first.
    package mutating func append(bigEndian value: UInt64, count: Int) {
        for index in 0..<count {
            append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(count - 1 - index))))
        }
    }

    /// Overwrites 4 bytes with a number, most significant first.
    mutating func replace(at offset: Int, bigEndian value: UInt32) {
        for index in 0..<4 {
            self[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(3 - index)))
        }
    }
}
