// SPDX-License-Identifier: Apache-2.0
import Testing
import Viewing

@Suite("The headers of a picture's file")
struct PictureFileTests {
    /// A JPEG header with this size.
    static func jpeg(width: Int, height: Int) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xDB, 0, 4, 1, 2, 0xFF, 0xC0, 0, 11, 8]
            + [
                UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255), 1, 1, 0x11, 0, 0xFF,
                0xD9,
            ]
    }

    static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 2, 0, 0, 0, 1, 0, 8, 2, 0, 0, 0, 1, 2, 3, 4, 9]

    @Test("say how large it claims to be")
    func size() throws {
        let claimed = try #require(PictureFile.size(of: Self.jpeg(width: 65_535, height: 1_080)))
        #expect(claimed.width == 65_535 && claimed.height == 1_080)
        let other = try #require(PictureFile.size(of: Self.png))
        #expect(other.width == 512 && other.height == 256)
    }

    @Test("that claim a side of 0, of 65,536 or of 2^32 - 1 pixels have no size")
    func impossible() {
        for (width, height) in [(0, 1), (1, 0), (65_536, 1), (1, 65_536), (0xFFFF_FFFF, 0xFFFF_FFFF)]
            as [(UInt32, UInt32)]
        {
            var png = Self.png
            for index in 0..<4 {
                png[16 + index] = UInt8(truncatingIfNeeded: width >> (24 - 8 * UInt32(index)))
                png[20 + index] = UInt8(truncatingIfNeeded: height >> (24 - 8 * UInt32(index)))
            }
            #expect(PictureFile.size(of: png) == nil, "\(width)x\(height)")
        }
        #expect(PictureFile.size(of: Self.jpeg(width: 0, height: 9)) == nil)
    }

    @Test("of anything else say nothing, however they are cut")
    func cut() {
        for picture in [Self.jpeg(width: 640, height: 360), Self.png] {
            for count in 0..<picture.count { _ = PictureFile.size(of: Array(picture.prefix(count))) }
        }
        for bytes in [[], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xE0, 0, 0], [0xFF, 0xD8, 0xFF, 0xDA, 0xFF, 0xFF]]
            as [[UInt8]]
        {
            #expect(PictureFile.size(of: bytes) == nil)
            #expect(PictureFile.tiff(in: bytes) == nil)
        }
    }

    @Test("keep the metadata that was put in, before and after which nothing changes")
    func metadata() throws {
        let tiff: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
        for (picture, head) in [(Self.jpeg(width: 8, height: 8), 2), (Self.png, 33)] {
            let described = PictureFile.inserting(tiff, into: picture)
            #expect(PictureFile.tiff(in: described) == tiff)
            #expect(PictureFile.tiff(in: picture) == nil)
            #expect(Array(described.prefix(head)) == Array(picture.prefix(head)))
            #expect(Array(described.suffix(picture.count - head)) == Array(picture.dropFirst(head)))
        }
    }

    @Test("have a checksum that zlib agrees with")
    func checksum() {
        let described = PictureFile.inserting([], into: Self.png)
        // The CRC-32 of "eXIf", the type of a chunk without data.
        #expect(Array(described[33..<41]) == [0, 0, 0, 0] + Array("eXIf".utf8))
        #expect(Array(described[41..<45]) == [0xCA, 0x79, 0x97, 0x04])
    }
}
