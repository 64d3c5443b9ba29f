// SPDX-License-Identifier: Apache-2.0

extension PictureFile {
    /// EXIF with another size of the picture: the values of PixelXDimension and PixelYDimension (CIPA DC-008, 4.6.5).
    ///
    /// Leaves EXIF alone that cannot be read; it may come from a camera that lies.
    static func resized(_ tiff: [UInt8], to size: (width: Int, height: Int)) -> [UInt8] {
        guard let order = Order(tiff), let first = order.number(tiff, at: 4, count: 4),
            let pointer = order.entry(0x8769, in: tiff, at: first),
            let directory = order.number(tiff, at: pointer + 8, count: 4)
        else { return tiff }
        var resized = tiff
        for (tag, side) in [(0xA002, size.width), (0xA003, size.height)] {
            guard let entry = order.entry(tag, in: tiff, at: directory),
                let type = order.number(tiff, at: entry + 2, count: 2)
            else { continue }
            // SHORT, or else LONG.
            let count = type == 3 ? 2 : 4
            for index in 0..<count {
                let shift = order.isLittle ? index * 8 : (count - 1 - index) * 8
                resized[entry + 8 + index] = UInt8(truncatingIfNeeded: side >> shift)
            }
        }
        return resized
    }

    /// The byte order of a TIFF file (TIFF 6.0, section 2).
    private struct Order {
        let isLittle: Bool

        init?(_ tiff: [UInt8]) {
            if tiff.starts(with: [0x49, 0x49, 42, 0]) {
                isLittle = true
            } else if tiff.starts(with: [0x4D, 0x4D, 0, 42]) {
                isLittle = false
            } else {
                return nil
            }
        }

        func number(_ tiff: [UInt8], at offset: Int, count: Int) -> Int? {
            guard offset >= 0, offset <= tiff.count - count else { return nil }
            let bytes = tiff[offset..<offset + count]
            return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
        }

        /// The offset of a directory's entry with its 12 bytes.
        func entry(_ tag: Int, in tiff: [UInt8], at directory: Int) -> Int? {
            guard let count = number(tiff, at: directory, count: 2) else { return nil }
            return (0..<count).lazy.map { directory + 2 + $0 * 12 }
                .first { number(tiff, at: $0, count: 2) == tag && $0 + 12 <= tiff.count }
        }
    }
}
