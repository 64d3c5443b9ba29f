// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Viewing

@Suite("Exposure metadata")
struct ExposureMetadataTests {
    private let metadata = ExposureMetadata(
        shownAt: 1_790_000_000_123_456_789, camera: "Küche", software: "Longshot", id: "x-1", width: 640, height: 360)

    @Test("is the first segment, in place of JFIF's, and leaves the picture alone")
    func inserted() {
        let jfif: [UInt8] = [0xFF, 0xE0, 0, 4, 1, 2]
        let rest: [UInt8] = [0xFF, 0xDB, 0, 3, 9, 0xFF, 0xD9]
        let picture = PictureFile.inserting(metadata.tiff, into: [0xFF, 0xD8] + jfif + rest)
        #expect(Array(picture.prefix(4)) == [0xFF, 0xD8, 0xFF, 0xE1])
        let length = Int(picture[4]) << 8 + Int(picture[5])
        #expect(Array(picture[6..<12]) == Array("Exif".utf8) + [0, 0])
        // The colour profile stands between it and the picture.
        let profile = Int(picture[6 + length]) << 8 + Int(picture[7 + length])
        #expect(Array(picture[(4 + length)..<(6 + length)]) == [0xFF, 0xE2])
        #expect(Array(picture[(6 + length + profile)...]) == rest)
    }

    @Test("what is no JPEG stays as it is", arguments: [[], [1, 2, 3], [0xFF]] as [[UInt8]])
    func foreign(_ bytes: [UInt8]) {
        #expect(PictureFile.inserting(metadata.tiff, into: bytes) == bytes)
    }

    @Test("a directory is as long as it says, entries sorted by tag")
    func directory() {
        var directory = TIFFDirectory()
        directory.add(0x0110, text: "odd")
        directory.add(0x010F, text: "longer than four")
        directory.add(0x0112, short: 1)
        let bytes = directory.bytes(at: 8)
        #expect(bytes.count == directory.size)
        #expect(Array(bytes[0..<4]) == [0, 3, 0x01, 0x0F])
        #expect(Array(bytes[14..<16]) == [0x01, 0x10])
    }
}
