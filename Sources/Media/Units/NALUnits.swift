// SPDX-License-Identifier: Apache-2.0

/// The NAL units of an H.264 access unit in canonical form, without their lengths of four bytes (ISO 14496-15 §5.3.3).
struct NALUnits: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    /// The units of an access unit; a unit that is cut off ends with the bytes.
    init(of unit: AccessUnit) { rest = unit.bytes[...] }

    /// The next unit, with its header; nil at the end.
    mutating func next() -> ArraySlice<UInt8>? {
        guard rest.count >= 5 else { return nil }
        let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(4)
        defer { rest = rest.dropFirst(Swift.max(1, length)) }
        return rest.prefix(Swift.max(1, length))
    }
}

extension ArraySlice<UInt8> {
    /// The type of this NAL unit (ITU-T H.264 table 7-1); 0, which no picture has, if it is empty.
    var unitType: UInt8 { first.map { $0 & 0x1F } ?? 0 }
}
