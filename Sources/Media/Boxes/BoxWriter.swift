// SPDX-License-Identifier: Apache-2.0

/// Writes the boxes of an ISO base media file (ISO 14496-12 4.2) and fills in their sizes afterwards.
package struct BoxWriter {
    /// The bytes written so far.
    package private(set) var bytes: [UInt8] = []

    /// An empty writer.
    ///
    /// - Parameter capacity: the number of bytes to reserve, which saves copies.
    package init(reserving capacity: Int = 1024) {
        bytes.reserveCapacity(capacity)
    }

    /// Writes a box of a four-letter type whose payload `body` writes.
    mutating func box(_ type: StaticString, _ body: (inout BoxWriter) -> Void) {
        let start = bytes.count
        u32(0)
        text(type)
        body(&self)
        bytes.replace(at: start, bigEndian: UInt32(truncatingIfNeeded: bytes.count - start))
    }

    /// Writes a box that starts with a version and 24 bits of flags.
    mutating func fullBox(
        _ type: StaticString,
        version: Int = 0,
        flags: Int = 0,
        _ body: (inout BoxWriter) -> Void
    ) {
        box(type) {
            $0.u32(version << 24 | flags)
            body(&$0)
        }
    }

    mutating func u8(_ value: Int) { bytes.append(UInt8(truncatingIfNeeded: value)) }
    mutating func u16(_ value: Int) { bytes.append(bigEndian: UInt64(truncatingIfNeeded: value), count: 2) }
    /// Appends a number of 32 bits.
    package mutating func u32(_ value: Int) { bytes.append(bigEndian: UInt64(truncatingIfNeeded: value), count: 4) }
    /// Appends a number of 64 bits.
    package mutating func u64(_ value: Int64) { bytes.append(bigEndian: UInt64(bitPattern: value), count: 8) }
    mutating func zeros(_ count: Int) { bytes.append(contentsOf: repeatElement(0, count: count)) }
    /// Appends bytes as they are.
    package mutating func append(_ other: [UInt8]) { bytes.append(contentsOf: other) }

    /// Writes the letters of a type or brand.
    package mutating func text(_ text: StaticString) {
        bytes.append(contentsOf: text.description.utf8)
    }
}
