// SPDX-License-Identifier: Apache-2.0

/// What a sequence parameter set says about showing its pictures (ITU-T H.264 E.1.1): the shape of a pixel, and colours.
///
/// Only the first fields are read. Sets that end early, or whose values mean nothing, say nothing.
struct VideoUsability: Hashable, Sendable {
    /// Code points of ITU-T H.273, 2 where the stream names none.
    struct Colour: Hashable, Sendable {
        let primaries: Int
        let transfer: Int
        let matrix: Int
        let isFullRange: Bool

        /// JPEG with sRGB: the matrix of BT.601 and the full range (JFIF 1.02).
        static let jpeg = Colour(primaries: 1, transfer: 13, matrix: 6, isFullRange: true)
    }

    /// Width and height of a pixel in any unit.
    struct Aspect: Hashable, Sendable {
        let width: Int
        let height: Int
    }

    /// The shape of a pixel; nil if unspecified.
    private(set) var aspect: Aspect?
    /// Nil if unspecified.
    private(set) var colour: Colour?

    /// ITU-T H.264 table E-1, from `aspect_ratio_idc` 1 on.
    private static let aspects = [
        (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33), (18, 11), (15, 11),
        (64, 33), (160, 99), (4, 3), (3, 2), (2, 1),
    ]

    /// Reads the flag that announces the fields, and the fields.
    init(_ bits: inout BitReader) {
        guard (try? bits.flag()) == true else { return }
        try? readFields(&bits)
    }

    private mutating func readFields(_ bits: inout BitReader) throws(MediaError) {
        if try bits.flag() {
            let index = try bits.bits(8)
            // 255: the sides follow.
            let sides =
                index == 255
                ? (try bits.bits(16), try bits.bits(16))
                : Self.aspects.indices.contains(index - 1) ? Self.aspects[index - 1] : (0, 0)
            if sides.0 > 0, sides.1 > 0 { aspect = Aspect(width: sides.0, height: sides.1) }
        }
        if try bits.flag() { _ = try bits.flag() }
        guard try bits.flag() else { return }
        _ = try bits.bits(3)
        let isFullRange = try bits.flag()
        guard try bits.flag() else {
            colour = Colour(primaries: 2, transfer: 2, matrix: 2, isFullRange: isFullRange)
            return
        }
        let codes = (try bits.bits(8), try bits.bits(8), try bits.bits(8))
        colour = Colour(primaries: codes.0, transfer: codes.1, matrix: codes.2, isFullRange: isFullRange)
    }
}
