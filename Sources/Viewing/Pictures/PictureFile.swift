// SPDX-License-Identifier: Apache-2.0

/// Reads and changes the parts of a JPEG or PNG file that a still needs: its size and its EXIF.
///
/// Reads only headers, and trusts no length: the file may come from a camera that lies.
package enum PictureFile {
    /// The most pixels to decode: decoding allocates memory for the claimed size before it reads a pixel.
    package static let mostPixels = 1 << 27
    /// The longest side, in pixels: the limit of JPEG; PNG may claim any number.
    package static let longestSide = 65_535

    private static let jpeg: [UInt8] = [0xFF, 0xD8]
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// An APP2 segment with the only part of the profile (ICC.1:2010, B.4).
    private static let profile: [UInt8] = {
        let payload = Array("ICC_PROFILE".utf8) + [0, 1, 1] + ICCProfile.sRGB
        return [0xFF, 0xE2, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 0xFF)] + payload
    }()
    private static let exif = Array("Exif".utf8) + [0, 0]
    /// The bytes of the signature and of IHDR, which is the first chunk and has 13 bytes (PNG third edition, 5.6 and 11.2.1).
    private static let headerOfPNG = 8 + 12 + 13

    /// The picture with this EXIF, and with the colours named as sRGB; unchanged if it is neither JPEG nor PNG, or if the EXIF is too large for JPEG.
    package static func inserting(_ tiff: [UInt8], into picture: [UInt8]) -> [UInt8] {
        if picture.starts(with: jpeg) {
            let payload = exif + tiff
            // ISO 10918-1 B.2.4: a segment's length counts itself and has 16 bits.
            guard payload.count + 2 <= 0xFFFF else { return picture }
            let length = [UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 0xFF)]
            return jpeg + [0xFF, 0xE1] + length + payload + profile + withoutJFIF(picture.dropFirst(2))
        }
        if picture.starts(with: png), picture.count > headerOfPNG {
            // PNG third edition, 11.3.2.5: sRGB, of which perceptual rendering is preferred.
            let chunks = chunk("eXIf", tiff) + chunk("sRGB", [0])
            return picture.prefix(headerOfPNG) + chunks + picture.dropFirst(headerOfPNG)
        }
        return picture
    }

    /// The PNG with a statement of how large its pixels are on paper (PNG third edition, 11.3.4.3); another file unchanged.
    package static func stating(pixelsPerMetre: Int, in picture: [UInt8]) -> [UInt8] {
        guard picture.starts(with: png), picture.count > headerOfPNG else { return picture }
        let size = [UInt8](bigEndian: UInt32(clamping: pixelsPerMetre))
        return picture.prefix(headerOfPNG) + chunk("pHYs", size + size + [1]) + picture.dropFirst(headerOfPNG)
    }

    /// The EXIF of a picture, if it is where `inserting` puts it.
    package static func tiff(in picture: [UInt8]) -> [UInt8]? {
        placeOfEXIF(in: picture).map { Array(picture[$0]) }
    }

    /// The end of the segment or chunk of the EXIF; nil without one where `inserting` puts it.
    static func endOfEXIF(of picture: [UInt8]) -> Int? {
        // A chunk of PNG has a CRC at its end.
        placeOfEXIF(in: picture).map { $0.upperBound + (picture.starts(with: png) ? 4 : 0) }
    }

    private static func placeOfEXIF(in picture: [UInt8]) -> Range<Int>? {
        if picture.starts(with: jpeg + [0xFF, 0xE1]), let length = number(picture, at: 4, bytes: 2), length > 8,
            picture.count >= 4 + length, Array(picture[6..<12]) == exif
        {
            return 12..<4 + length
        }
        if picture.starts(with: png), let length = number(picture, at: headerOfPNG, bytes: 4),
            length <= 1 << 16, picture.count >= headerOfPNG + 8 + length,
            Array(picture[headerOfPNG + 4..<headerOfPNG + 8]) == Array("eXIf".utf8)
        {
            return headerOfPNG + 8..<headerOfPNG + 8 + length
        }
        return nil
    }

    /// The size that a picture claims, 1 to 65,535 pixels a side; nil if no header states a valid one.
    package static func size(of picture: [UInt8]) -> (width: Int, height: Int)? {
        if picture.starts(with: png) {
            guard let width = number(picture, at: 16, bytes: 4), let height = number(picture, at: 20, bytes: 4) else {
                return nil
            }
            return possible(width, height)
        }
        guard picture.starts(with: jpeg) else { return nil }
        var position = 2
        while let marker = number(picture, at: position, bytes: 2), marker > 0xFF00,
            let length = number(picture, at: position + 2, bytes: 2), length >= 2
        {
            // Start of frame: 0xC0 to 0xCF, except for the tables and the reserved marker.
            if (0xFFC0...0xFFCF).contains(marker), ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker) {
                guard
                    let height = number(picture, at: position + 5, bytes: 2),
                    let width = number(picture, at: position + 7, bytes: 2)
                else { return nil }
                return possible(width, height)
            }
            position += 2 + length
        }
        return nil
    }

    private static func possible(_ width: Int, _ height: Int) -> (width: Int, height: Int)? {
        (1...longestSide).contains(width) && (1...longestSide).contains(height) ? (width, height) : nil
    }

    /// Removes a JFIF segment: EXIF and JFIF both require the first place, so a file has one of them.
    private static func withoutJFIF(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let start = rest.startIndex
        guard rest.count > 4, rest[start] == 0xFF, rest[start + 1] == 0xE0 else { return rest }
        return rest.dropFirst(2 + Int(rest[start + 2]) << 8 + Int(rest[start + 3]))
    }

    static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + data
        return [UInt8](bigEndian: UInt32(clamping: data.count)) + checked + [UInt8](bigEndian: checksum(checked))
    }

    /// The CRC of PNG (third edition, annex D).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }

    private static func number(_ bytes: [UInt8], at offset: Int, bytes count: Int) -> Int? {
        guard offset >= 0, offset + count <= bytes.count else { return nil }
        return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }
}
