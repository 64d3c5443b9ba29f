// SPDX-License-Identifier: Apache-2.0

/// The fields of an H.264 sequence parameter set that a player needs (ITU-T H.264 7.3.2.1.1).
struct SequenceParameterSet: Hashable, Sendable {
    let id: Int
    let profile: Int
    let chromaFormat: Int
    let lumaDepth: Int
    let chromaDepth: Int
    /// The picture's size after cropping, in pixels.
    let width: Int
    let height: Int
    let usability: VideoUsability

    /// Profiles whose sets carry chroma format, bit depths and scaling lists.
    private static let highProfiles: Set<Int> = [44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244]

    init(parsing unit: [UInt8]) throws(MediaError) {
        var bits = BitReader(payloadOf: unit)
        profile = try bits.bits(8)
        _ = try bits.bits(16)
        id = try bits.unsigned(upTo: 31, "sequence parameter set id")
        var chroma = 1
        var depths = (luma: 8, chroma: 8)
        var separatePlanes = false
        if Self.highProfiles.contains(profile) {
            chroma = try bits.unsigned(upTo: 3, "chroma format")
            if chroma == 3 { separatePlanes = try bits.flag() }
            depths.luma = try 8 + bits.unsigned(upTo: 6, "luma bit depth")
            depths.chroma = try 8 + bits.unsigned(upTo: 6, "chroma bit depth")
            _ = try bits.flag()
            if try bits.flag() { try Self.skipScalingLists(&bits, count: chroma == 3 ? 12 : 8) }
        }
        _ = try bits.unsigned(upTo: 12, "frame number length")
        try Self.skipPictureOrder(&bits)
        _ = try bits.unsigned(upTo: 255, "number of reference frames")
        _ = try bits.flag()
        let columns = try 1 + bits.unsigned(upTo: 4095, "width in macroblocks")
        let rows = try 1 + bits.unsigned(upTo: 4095, "height in macroblocks")
        let frameRows = try bits.flag() ? 1 : 2
        if frameRows == 2 { _ = try bits.flag() }
        _ = try bits.flag()
        (chromaFormat, lumaDepth, chromaDepth) = (chroma, depths.luma, depths.chroma)

        var crop = (horizontal: 0, vertical: 0)
        if try bits.flag() {
            // 7.4.2.1.1: offsets count chroma samples, and field lines when frames may be interlaced.
            let unitWidth = separatePlanes || chroma == 0 || chroma == 3 ? 1 : 2
            let unitHeight = (!separatePlanes && chroma == 1 ? 2 : 1) * frameRows
            let horizontal = try bits.unsigned(upTo: 65535, "left crop") + bits.unsigned(upTo: 65535, "right crop")
            let vertical = try bits.unsigned(upTo: 65535, "top crop") + bits.unsigned(upTo: 65535, "bottom crop")
            crop = (horizontal * unitWidth, vertical * unitHeight)
        }
        width = columns * 16 - crop.horizontal
        height = rows * 16 * frameRows - crop.vertical
        usability = VideoUsability(&bits)
        guard (1...65535).contains(width), (1...65535).contains(height) else {
            throw .malformed("a sequence parameter set with a picture of \(width)x\(height)")
        }
    }

    /// ITU-T H.264 7.3.2.1.1.1; only the end of the lists matters here, not their values.
    private static func skipScalingLists(_ bits: inout BitReader, count: Int) throws(MediaError) {
        for list in 0..<count where try bits.flag() {
            var (last, next) = (8, 8)
            for _ in 0..<(list < 6 ? 16 : 64) {
                if next != 0 { next = try (last + bits.signed("scaling delta") + 256) & 255 }
                if next != 0 { last = next }
            }
        }
    }

    private static func skipPictureOrder(_ bits: inout BitReader) throws(MediaError) {
        switch try bits.unsigned(upTo: 2, "picture order count type") {
        case 0:
            _ = try bits.unsigned(upTo: 12, "picture order count length")
        case 1:
            _ = try bits.flag()
            _ = try bits.signed("offset for non-reference pictures")
            _ = try bits.signed("offset from top to bottom field")
            for _ in 0..<(try bits.unsigned(upTo: 255, "picture order cycle")) {
                _ = try bits.signed("offset for a reference frame")
            }
        default:
            break
        }
    }
}
