// SPDX-License-Identifier: Apache-2.0

extension PictureFile {
    private static let namespace = Array("http://ns.adobe.com/xap/1.0/".utf8) + [0]

    /// A picture with this XMP packet behind its EXIF, which `inserting` put there; unchanged if the packet does not fit.
    package static func appending(xmp packet: [UInt8], to picture: [UInt8]) -> [UInt8] {
        guard let end = endOfEXIF(of: picture) else { return picture }
        if picture.starts(with: png) {
            // PNG third edition, 11.3.3.4: keyword, no compression, no language and no translated keyword.
            let text = Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0] + packet
            return picture.prefix(end) + chunk("iTXt", text) + picture.dropFirst(end)
        }
        // XMP part 3, 1.1.3: an APP1 segment, whose length counts itself and has 16 bits.
        let length = 2 + namespace.count + packet.count
        guard length <= 0xFFFF else { return picture }
        let segment = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + namespace + packet
        return picture.prefix(end) + segment + picture.dropFirst(end)
    }
}
