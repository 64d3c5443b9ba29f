// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Media
import Pipelines
import Testing
import Viewing
import Wire

@testable import Camera

@Suite("A picture that is developed", .timeLimit(.minutes(1)))
struct DevelopingTests {
    let developer = StillDeveloper(library: PipelineLibrary(home: nil))

    /// A planar picture of vertical bands, each of one Y'CbCr colour, as a capture pipeline delivers it.
    func bands(
        _ colours: [[UInt8]], width band: Int, height: Int, colorimetry: String, format: String = "I420"
    ) async throws -> RawFrame {
        func plane(_ index: Int, _ divisor: Int) -> [UInt8] {
            let line = colours.flatMap { [UInt8](repeating: $0[index], count: band / divisor) }
            return (0..<height / divisor).flatMap { _ in line }
        }
        let bytes = plane(0, 1) + plane(1, 2) + plane(2, 2)
        let pipeline = try Pipeline(
            parsing: "appsrc name=in format=time caps=video/x-raw,format=I420,width=\(colours.count * band),"
                + "height=\(height),framerate=30/1,colorimetry=\(colorimetry) ! videoconvert "
                + "! video/x-raw,format=\(format),colorimetry=\(colorimetry) ! appsink name=frames sync=false")
        let (source, sink) = (try pipeline.source(named: "in"), try pipeline.sink(named: "frames"))
        let sources = StillSources(ringBytes: 1 << 30)
        try await pipeline.playing { _ in
            #expect(source.push(bytes, time: 0) == .accepted)
            source.end()
            try await sources.fill(from: sink, epoch: 1) { 1 }
        }
        return try #require(await sources.ring.nearest(to: 1)?.picture)
    }

    /// The colour in the middle of each band.
    func middles(of pixels: [UInt8], bands: Int, width band: Int, height: Int, channels: Int) -> [[Int]] {
        (0..<bands).map { index in
            let start = (height / 2 * bands * band + index * band + band / 2) * channels
            return (0..<channels).map { Int(pixels[start + $0]) }
        }
    }

    @Test("has a ramp of 16 to 235 as 0 to 255", arguments: StillFormat.allCases, ["bt709", "bt601"])
    func ramp(_ format: StillFormat, _ colorimetry: String) async throws {
        let levels = Array(UInt8(16)...235)
        let frame = try await bands(levels.map { [$0, 128, 128] }, width: 16, height: 32, colorimetry: colorimetry)
        let picture = try await developer.develop(frame.picture, caps: frame.caps, as: format)
        let pixels = try await Judge.pixels(of: picture, as: "gray")
        let found = middles(of: pixels, bands: levels.count, width: 16, height: 32, channels: 1).map { $0[0] }
        for (level, value) in zip(levels, found) {
            let expected = Int(((Double(level) - 16) * 255 / 219).rounded())
            #expect(abs(value - expected) <= 2, "\(level) became \(value) and not \(expected)")
        }
    }

    /// 75 % bars in R'G'B'.
    private static let bars: [[Double]] = [
        [191, 191, 191], [191, 191, 0], [0, 191, 191], [0, 191, 0], [191, 0, 191], [191, 0, 0], [0, 0, 191],
    ]

    @Test("keeps the hue of BT.709 and BT.601 bars", arguments: StillFormat.allCases, ["bt709", "bt601"])
    func bars(_ format: StillFormat, _ colorimetry: String) async throws {
        // Kr and Kb of ITU-R BT.709 and BT.601.
        let (red, blue) = colorimetry == "bt709" ? (0.2126, 0.0722) : (0.299, 0.114)
        let colours = Self.bars.map { rgb -> [UInt8] in
            let luma = red * rgb[0] + (1 - red - blue) * rgb[1] + blue * rgb[2]
            let chroma = [(rgb[2] - luma) / (1 - blue), (rgb[0] - luma) / (1 - red)].map { $0 / 2 * 224 / 255 + 128 }
            return [luma * 219 / 255 + 16, chroma[0], chroma[1]].map { UInt8($0.rounded()) }
        }
        let frame = try await bands(colours, width: 64, height: 64, colorimetry: colorimetry)
        let picture = try await developer.develop(frame.picture, caps: frame.caps, as: format)
        let pixels = try await Judge.pixels(of: picture, as: "rgb24")
        let found = middles(of: pixels, bands: colours.count, width: 64, height: 64, channels: 3)
        for (expected, colour) in zip(Self.bars, found) {
            // With the other matrix the colours would differ by 10 or more.
            for (one, other) in zip(expected, colour) {
                #expect(abs(Int(one) - other) <= 3, "\(expected) became \(colour)")
            }
        }
    }

    @Test("is small as a thumbnail, in proportion, from either format", arguments: StillFormat.allCases)
    func thumbnail(_ format: StillFormat) async throws {
        let frame = try await bands([[16, 128, 128], [235, 128, 128]], width: 480, height: 540, colorimetry: "bt709")
        let picture = try await developer.develop(frame.picture, caps: frame.caps, as: format)
        let thumbnail = try await developer.shrink(picture, type: format.type)
        let size = try #require(PictureFile.size(of: thumbnail))
        #expect(size.width == 320 && size.height == 180)
        let pixels = try await Judge.pixels(of: thumbnail, as: "gray")
        #expect(pixels[90 * 320 + 80] <= 2 && pixels[90 * 320 + 240] >= 253)
    }

    @Test("stays as small as it is")
    func smaller() async throws {
        let frame = try await bands([[16, 128, 128]], width: 64, height: 48, colorimetry: "bt709")
        let thumbnail = try await developer.shrink(
            developer.develop(frame.picture, caps: frame.caps, as: .jpeg), type: "image/jpeg")
        let size = try #require(PictureFile.size(of: thumbnail))
        #expect(size.width == 64 && size.height == 48)
    }

    @Test("is not made small when it claims 65535x65535, or is no picture")
    func hostile() async throws {
        let huge = PictureFileTests.jpeg(width: 65_535, height: 65_535)
        let problem = await #expect(throws: Problem.self) { try await developer.shrink(huge, type: "image/jpeg") }
        #expect(problem?.status == 409 && problem?.detail.contains("65535x65535") == true)
        for damaged in [[], [1, 2, 3], PictureFileTests.jpeg(width: 640, height: 480)] as [[UInt8]] {
            let problem = await #expect(throws: Problem.self) {
                try await developer.shrink(damaged, type: "image/jpeg")
            }
            #expect(problem?.status == 409 || problem?.type.hasSuffix("still-failed") == true, "\(damaged)")
        }
    }

    @Test("says in EXIF what a foreign reader finds there, in either format", arguments: StillFormat.allCases)
    func metadata(_ format: StillFormat) async throws {
        var metadata = ExposureMetadata(
            shownAt: 1_790_000_000_123_456_789, camera: "porch", software: "Longshot 1", id: "x-1", width: 64,
            height: 48)
        (metadata.utcOffset, metadata.orientation) = (-12_600, .mirroredClockwise)
        (metadata.make, metadata.model) = ("Acme", "Webcam 3")
        metadata.values = ExposureValues(seconds: 1.0 / 60, iso: 400, aperture: 2.8, focalLength: 4.25)
        let frame = try await bands([[81, 90, 240]], width: 64, height: 48, colorimetry: "bt601")
        let picture = PictureFile.inserting(
            metadata.tiff, into: try await developer.develop(frame.picture, caps: frame.caps, as: format))
        let found = try await Judge.metadata(of: picture)
        for line in [
            "Make: Acme", "Model: Webcam 3", "HostComputer: porch", "Orientation: Mirror horizontal and rotate 90 CW",
            "DateTimeOriginal: 2026:09:21 10:43:20", "SubSecTimeOriginal: 123456789", "OffsetTimeOriginal: -03:30",
            "ExposureTime: 1/60", "ISO: 400", "ISOSpeed: 400", "FNumber: 2.8", "FocalLength: 4.2 mm",
            "ImageUniqueID: x-1", "ColorSpace: sRGB",
        ] {
            #expect(found.contains(line), "\(line)\n\(found)")
        }
        #expect(found.contains("Validate: OK"), "\(found)")
        // What the colours mean.
        #expect(found.contains(format == .jpeg ? "ProfileDescription: sRGB" : "SRGBRendering: Perceptual"), "\(found)")
        metadata.values = ExposureValues(gain: .init(value: 200, range: 0...255))
        let other = PictureFile.inserting(
            metadata.tiff, into: try await developer.develop(frame.picture, caps: frame.caps, as: format))
        #expect(try await Judge.metadata(of: other).contains("GainControl: High gain up"))
    }

    @Test("has names transliterated in EXIF and as they are in XMP, in either format", arguments: StillFormat.allCases)
    func names(_ format: StillFormat) async throws {
        var metadata = ExposureMetadata(
            shownAt: 1_790_000_000_123_456_789, camera: "Küche", software: "Longshot 1", id: "x-1", width: 64,
            height: 48)
        (metadata.make, metadata.model) = ("Камера & <Söhne>", "Łódź 3")
        let frame = try await bands([[81, 90, 240]], width: 64, height: 48, colorimetry: "bt601")
        let picture = try await developer.develop(frame.picture, caps: frame.caps, as: format)
        let found = try await Judge.metadata(of: metadata.described(picture), groups: true)
        for line in [
            "[EXIF] Make: Kamera & <Sohne>", "[EXIF] Model: Lodz 3", "[EXIF] HostComputer: Kuche",
            "[XMP] Make: Камера & <Söhne>", "[XMP] Model: Łódź 3", "[ExifTool] Validate: OK",
        ] {
            #expect(found.contains(line), "\(line)\n\(found)")
        }
        #expect(try await Judge.pixels(of: metadata.described(picture), as: "gray").count == 64 * 48)
        (metadata.make, metadata.model) = ("Acme", "Webcam 3")
        let plain = try await Judge.metadata(of: metadata.described(picture), groups: true)
        #expect(!plain.contains { $0.hasPrefix("[XMP]") })
    }

    @Test("has the orientation that EXIF gives each turn and mirror")
    func orientation() {
        let numbers = PictureOrientation.allCases.map(\.exif)
        #expect(Set(numbers) == Set(1...8))
    }
}
