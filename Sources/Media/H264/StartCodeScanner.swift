// SPDX-License-Identifier: Apache-2.0

/// Finds the NAL units of an H.264 byte stream (ITU-T H.264 annex B).
///
/// Looks at every third byte, and closer only where a start code could be, because it sees each byte of each stream.
enum StartCodeScanner {
    /// More NAL units than a picture can have slices and side information; a buffer with more is hostile.
    private static let maximumUnits = 65_536

    /// The ranges of the NAL units, without start codes and without the zero bytes that may follow a unit.
    ///
    /// Throws `malformed` for bytes before the first start code, and for a buffer without one.
    static func units(in bytes: Span<UInt8>) throws(MediaError) -> [Range<Int>] {
        guard var start = startCode(in: bytes, from: 0) else {
            throw .malformed("an H.264 buffer of \(bytes.count) bytes without a start code")
        }
        guard trimmed(bytes, 0..<start).isEmpty else {
            throw .malformed("an H.264 buffer with \(start) bytes in front of its first start code")
        }
        var units: [Range<Int>] = []
        while true {
            let next = startCode(in: bytes, from: start + 3)
            let unit = trimmed(bytes, (start + 3)..<(next ?? bytes.count))
            if !unit.isEmpty { units.append(unit) }
            guard units.count <= maximumUnits else {
                throw .malformed("an H.264 buffer with more than \(maximumUnits) NAL units")
            }
            guard let next else { return units }
            start = next
        }
    }

    /// The index of the next 00 00 01.
    private static func startCode(in bytes: Span<UInt8>, from start: Int) -> Int? {
        var index = start + 2
        while index < bytes.count {
            let byte = bytes[index]
            if byte > 1 {
                index += 3
            } else if byte == 0 {
                index += 1
            } else if bytes[index - 1] == 0 && bytes[index - 2] == 0 {
                return index - 2
            } else {
                index += 3
            }
        }
        return nil
    }

    /// The range without the zero bytes at its end.
    private static func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var end = range.upperBound
        while end > range.lowerBound && bytes[end - 1] == 0 { end -= 1 }
        return range.lowerBound..<end
    }
}
