// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// What a photograph says about itself in EXIF (CIPA DC-008, version 2.32).
struct ExposureMetadata: Sendable, Equatable {
    /// When the shown frame was captured: nanoseconds since 1970, UTC.
    var shownAt: Int64
    /// The camera's name.
    var camera: String
    /// The program and its version.
    var software: String
    /// The still's id.
    var id: String
    /// The picture's width in pixels.
    var width: Int
    /// The picture's height in pixels.
    var height: Int

    /// The picture with this metadata as its first segment; unchanged when it is no JPEG.
    func inserted(into jpeg: [UInt8]) -> [UInt8] {
        guard jpeg.starts(with: [0xFF, 0xD8]) else { return jpeg }
        let payload = Array("Exif".utf8) + [0, 0] + tiff()
        // ISO 10918-1 B.2.4: a segment's length counts itself and has 16 bits.
        guard payload.count + 2 <= 0xFFFF else { return jpeg }
        var picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1]
        picture += [UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 0xFF)]
        picture += payload
        picture += withoutJFIF(jpeg.dropFirst(2))
        return picture
    }

    /// EXIF wants its segment first, and JFIF wants the same: a file has one of them.
    private func withoutJFIF(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let start = rest.startIndex
        guard rest.count > 4, rest[start] == 0xFF, rest[start + 1] == 0xE0 else { return rest }
        return rest.dropFirst(2 + Int(rest[start + 2]) << 8 + Int(rest[start + 3]))
    }

    private func tiff() -> [UInt8] {
        let moment = Date(timeIntervalSince1970: Double(shownAt / 1_000_000_000))
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space)
        // EXIF writes colons in the date too, and no zone: that has tags of its own.
        let stamp = moment.formatted(style).prefix(19).map { $0 == "-" ? ":" : String($0) }.joined()
        let subseconds = String(String(1_000_000_000 + shownAt % 1_000_000_000).dropFirst())
        var exposure = TIFFDirectory()
        exposure.add(0x9000, undefined: Array("0232".utf8))
        exposure.add(0x9003, text: stamp)
        exposure.add(0x9004, text: stamp)
        for tag in [0x9010, 0x9011, 0x9012] as [UInt16] { exposure.add(tag, text: "+00:00") }
        for tag in [0x9290, 0x9291, 0x9292] as [UInt16] { exposure.add(tag, text: subseconds) }
        exposure.add(0xA001, short: 1)
        exposure.add(0xA002, long: UInt32(clamping: width))
        exposure.add(0xA003, long: UInt32(clamping: height))
        exposure.add(0xA420, text: id)
        var image = TIFFDirectory()
        image.add(0x010F, text: "Longshot")
        image.add(0x0110, text: camera)
        image.add(0x0112, short: 1)
        image.add(0x0131, text: software)
        image.add(0x0132, text: stamp)
        let header: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
        // The pointer's own entry is part of the directory: its value is known once the size is.
        image.add(0x8769, long: 0)
        let offset = header.count + image.size
        image.replace(0x8769, long: UInt32(offset))
        return header + image.bytes(at: header.count) + exposure.bytes(at: offset)
    }
}
