// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
package import Media

/// The EXIF metadata of a still (CIPA DC-008, version 2.32).
package struct ExposureMetadata: Sendable, Equatable {
    /// When the shown frame was captured: nanoseconds since 1970, UTC.
    package var shownAt: Int64
    /// The time zone's offset from UTC at that moment, in seconds.
    package var utcOffset: Int
    /// The camera's make; nil if unknown.
    package var make: String?
    /// The camera's model; nil if unknown.
    package var model: String?
    /// The node's name.
    package var camera: String
    /// The program and its version.
    package var software: String
    /// The still's id.
    package var id: String
    /// The picture's width in pixels.
    package var width: Int
    /// The picture's height in pixels.
    package var height: Int
    /// How the picture is to be turned for who looks at it.
    package var orientation: PictureOrientation
    /// The picture's history; nil for a picture that came from the camera at once.
    package var note: String?
    /// The exposure, as far as it is known.
    package var values: ExposureValues

    /// Describes a picture.
    package init(
        shownAt: Int64, utcOffset: Int = 0, make: String? = nil, model: String? = nil, camera: String, software: String,
        id: String, width: Int, height: Int, orientation: PictureOrientation = .upright, note: String? = nil,
        values: ExposureValues = ExposureValues()
    ) {
        (self.shownAt, self.utcOffset, self.make, self.model) = (shownAt, utcOffset, make, model)
        (self.camera, self.software, self.id) = (camera, software, id)
        (self.width, self.height, self.orientation) = (width, height, orientation)
        (self.note, self.values) = (note, values)
    }

    /// This machine's offset from UTC at a moment, in seconds.
    ///
    /// - Parameter moment: nanoseconds since 1970, UTC.
    package static func utcOffset(at moment: Int64) -> Int {
        TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment) / 1e9))
    }

    /// What is said of a picture that was a frame of footage.
    package static func note(of codec: Codec) -> String {
        switch codec {
        case .h264: "A frame of recorded H.264 video, decoded"
        case .jpeg: "A frame of recorded JPEG video, unchanged"
        }
    }

    /// A picture with this metadata.
    package func described(_ picture: [UInt8]) -> [UInt8] {
        let described = PictureFile.inserting(tiff, into: picture)
        let names = XMPPacket(make: make, model: model ?? camera)
        return names.bytes.map { PictureFile.appending(xmp: $0, to: described) } ?? described
    }

    /// The metadata as a TIFF file of two directories.
    package var tiff: [UInt8] {
        let zone = Self.zone(utcOffset)
        let seconds = (shownAt / 1_000_000_000) + Int64(utcOffset)
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space)
        // EXIF uses colons in the date too, and has separate tags for the zone.
        let stamp = Date(timeIntervalSince1970: Double(seconds)).formatted(style).prefix(19)
            .map { $0 == "-" ? ":" : String($0) }.joined()
        let subseconds = String(String(1_000_000_000 + shownAt % 1_000_000_000).dropFirst())
        var exposure = TIFFDirectory()
        exposure.add(0x9000, undefined: Array("0232".utf8))
        exposure.add(0x9003, text: stamp)
        exposure.add(0x9004, text: stamp)
        for tag in [0x9010, 0x9011, 0x9012] as [UInt16] { exposure.add(tag, text: zone) }
        for tag in [0x9290, 0x9291, 0x9292] as [UInt16] { exposure.add(tag, text: subseconds) }
        // DC-008 requires these of every JPEG: components Y, Cb, Cr; no Flashpix beyond 1.0.
        exposure.add(0x9101, undefined: [1, 2, 3, 0])
        exposure.add(0xA000, undefined: Array("0100".utf8))
        exposure.add(0xA001, short: 1)
        exposure.add(0xA002, long: UInt32(clamping: width))
        exposure.add(0xA003, long: UInt32(clamping: height))
        exposure.add(0xA420, text: id)
        addValues(to: &exposure)
        var image = TIFFDirectory()
        if let note { image.add(0x010E, text: note) }
        image.add(0x010F, text: make ?? "Longshot")
        image.add(0x0110, text: model ?? camera)
        image.add(0x0112, short: orientation.exif)
        // Required too, but without a meaning for a camera: 72 dots per inch, chroma in the middle.
        for tag in [0x011A, 0x011B] as [UInt16] { image.add(tag, value: 72, denominator: 1) }
        image.add(0x0128, short: 2)
        image.add(0x0213, short: 1)
        image.add(0x0131, text: software)
        image.add(0x0132, text: stamp)
        image.add(0x013C, text: camera)
        let header: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
        // The pointer's entry counts toward the directory's size, which determines the pointer's value.
        image.add(0x8769, long: 0)
        let offset = header.count + image.size
        image.replace(0x8769, long: UInt32(offset))
        return header + image.bytes(at: header.count) + exposure.bytes(at: offset)
    }

    private func addValues(to exposure: inout TIFFDirectory) {
        if let seconds = values.seconds { exposure.add(0x829A, value: seconds, denominator: 1_000_000) }
        if let aperture = values.aperture { exposure.add(0x829D, value: aperture, denominator: 100) }
        if let focalLength = values.focalLength { exposure.add(0x920A, value: focalLength, denominator: 100) }
        if let iso = values.iso {
            exposure.add(0x8827, short: UInt16(clamping: iso))
            // 4.6.5: 0x8827 contains the ISO speed.
            exposure.add(0x8830, short: 3)
            exposure.add(0x8833, long: UInt32(clamping: iso))
        } else if let gain = values.gain {
            // No, low or high gain up, by the position in the driver's range: the effect of the driver's steps is unknown.
            let middle = gain.range.lowerBound / 2 + gain.range.upperBound / 2
            exposure.add(0xA407, short: gain.value <= gain.range.lowerBound ? 0 : gain.value <= middle ? 1 : 2)
        }
    }

    /// A zone offset in EXIF's notation: `+05:30`.
    private static func zone(_ offset: Int) -> String {
        let minutes = abs(offset) / 60
        let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        return "\(offset < 0 ? "-" : "+")\(digits(minutes / 60)):\(digits(minutes % 60))"
    }
}
