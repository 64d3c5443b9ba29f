// SPDX-License-Identifier: Apache-2.0

/// Reads boxes and big-endian numbers from a range of bytes; throws `malformed` instead of reading beyond it.
package struct BoxReader {
    /// A box: its four-letter type and the range of its payload.
    package struct Box {
        /// The four letters.
        package let type: String
        /// The index of its size field.
        package let start: Int
        /// The range of its content.
        package let payload: Range<Int>
    }

    let bytes: [UInt8]
    private(set) var position: Int
    let end: Int

    /// A reader for all bytes.
    package init(_ bytes: [UInt8]) {
        self.init(bytes, 0..<bytes.count)
    }

    /// A reader for a range that lies within `bytes`.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = min(range.upperBound, bytes.count)
    }

    /// The next box; nil at the end of the range.
    package mutating func next() throws(MediaError) -> Box? {
        guard position < end else { return nil }
        let start = position
        var size = try Int(u32())
        let type = try text(4)
        if size == 1 {
            guard let large = Int(exactly: try u64()) else { throw .malformed("an MP4 box of impossible size") }
            size = large
        } else if size == 0 {
            size = end - start
        }
        guard size >= position - start, size <= end - start else {
            throw .malformed("an MP4 box `\(type)` of \(size) bytes at byte \(start), where \(end - start) are left")
        }
        defer { position = start + size }
        return Box(type: type, start: start, payload: position..<(start + size))
    }

    /// The first box of this type.
    mutating func first(_ type: String) throws(MediaError) -> Box {
        while let box = try next() {
            if box.type == type { return box }
        }
        throw .malformed("MP4 data without a box `\(type)`")
    }

    /// A reader for the payload of the first box on this path of types.
    func inside(_ path: String...) throws(MediaError) -> BoxReader {
        var reader = self
        for type in path {
            var level = reader
            reader = try BoxReader(bytes, level.first(type).payload)
        }
        return reader
    }

    mutating func u8() throws(MediaError) -> Int { try Int(number(1)) }
    mutating func u16() throws(MediaError) -> Int { try Int(number(2)) }
    /// The next number of 32 bits.
    package mutating func u32() throws(MediaError) -> UInt32 { try UInt32(truncatingIfNeeded: number(4)) }
    /// The next number of 64 bits.
    package mutating func u64() throws(MediaError) -> UInt64 { try number(8) }

    /// The next `count` bytes.
    package mutating func take(_ count: Int) throws(MediaError) -> [UInt8] {
        guard count >= 0, count <= end - position else {
            throw .malformed("an MP4 box that ends at byte \(end), too early")
        }
        defer { position += count }
        return Array(bytes[position..<(position + count)])
    }

    mutating func skip(_ count: Int) throws(MediaError) {
        guard count >= 0, count <= end - position else {
            throw .malformed("an MP4 box that ends at byte \(end), too early")
        }
        position += count
    }

    private mutating func text(_ count: Int) throws(MediaError) -> String {
        String(decoding: try take(count), as: UTF8.self)
    }

    private mutating func number(_ count: Int) throws(MediaError) -> UInt64 {
        guard count <= end - position else {
            throw .malformed("an MP4 box that ends at byte \(end), too early")
        }
        var value: UInt64 = 0
        for offset in 0..<count { value = value << 8 | UInt64(bytes[position + offset]) }
        position += count
        return value
    }
}
