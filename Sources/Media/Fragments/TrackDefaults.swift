// SPDX-License-Identifier: Apache-2.0

/// The defaults in a `tfhd` box for samples without values of their own (ISO 14496-12 8.8.7).
struct TrackDefaults {
    var duration: Int64?
    var size: Int?
    var flags: UInt32 = 0

    init() {}

    init(_ body: inout BoxReader) throws(MediaError) {
        let bits = try body.u32()
        _ = try body.u32()
        guard bits & 0x01 == 0 else {
            throw .unsupported("a fragment with absolute file positions (base-data-offset)")
        }
        if bits & 0x02 != 0 { _ = try body.u32() }
        if bits & 0x08 != 0 { duration = try Int64(body.u32()) }
        if bits & 0x10 != 0 { size = try Int(body.u32()) }
        if bits & 0x20 != 0 { flags = try body.u32() }
    }
}
