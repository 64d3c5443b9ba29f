// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Testing

@Suite("The colours of JPEG", .timeLimit(.minutes(1)))
struct JPEGColourTests {
    /// A plane as GStreamer lays it out; what is beside and below the picture has the value 77.
    private func plane(_ width: Int, _ height: Int, stride: Int, lines: Int, _ value: (Int) -> UInt8) -> [UInt8] {
        (0..<lines).flatMap { line in (0..<stride).map { line < height && $0 < width ? value($0) : 77 } }
    }

    private func up(_ value: Int, to multiple: Int) -> Int { (value + multiple - 1) / multiple * multiple }

    /// A picture of one colour; the order of its components is that of the planes.
    private func picture(_ format: String, _ width: Int, _ height: Int, _ colour: [UInt8]) -> [UInt8] {
        let (half, low) = ((width + 1) / 2, (height + 1) / 2)
        let shapes =
            switch format {
            case "I420": [(half, low, up(half, to: 4), low)]
            case "Y42B": [(half, height, up(width, to: 8) / 2, height)]
            default: [(width, height, up(width, to: 4), height)]
            }
        let luma = (width, height, up(width, to: 4), format == "I420" ? 2 * low : height)
        return zip([luma, shapes[0], shapes[0]], colour).flatMap { shape, value in
            plane(shape.0, shape.1, stride: shape.2, lines: shape.3) { _ in value }
        }
    }

    /// The planes of I420, without what is beside the picture.
    private func planes(of bytes: [UInt8], _ width: Int, _ height: Int) -> [[UInt8]] {
        let (half, low) = ((width + 1) / 2, (height + 1) / 2)
        let (luma, chroma) = (up(width, to: 4), up(half, to: 4))
        func cut(_ start: Int, _ stride: Int, _ width: Int, _ height: Int) -> [UInt8] {
            (0..<height).flatMap { bytes[(start + $0 * stride)..<(start + $0 * stride + width)] }
        }
        let start = luma * 2 * low
        return [
            cut(0, luma, width, height), cut(start, chroma, half, low), cut(start + chroma * low, chroma, half, low),
        ]
    }

    /// A picture behind the element, and its colorimetry.
    private func converted(
        _ bytes: [UInt8], _ format: String, _ width: Int, _ height: Int, _ more: String
    ) async throws -> (bytes: [UInt8], caps: String) {
        let pipeline = try Pipeline(
            parsing: "appsrc name=in format=time caps=video/x-raw,format=\(format),width=\(width),height=\(height),"
                + "framerate=30/1,\(more) ! jpegcolour ! appsink name=out sync=false")
        let (source, sink) = (try pipeline.source(named: "in"), try pipeline.sink(named: "out"))
        var found: [(bytes: [UInt8], caps: String)] = []
        try await pipeline.playing { _ in
            #expect(source.push(bytes, time: 0) == .accepted)
            source.end()
            try await sink.forEach({ ($0.bytes, $0.caps?.string("colorimetry") ?? "") }, perform: { found.append($0) })
        }
        return try #require(found.first)
    }

    @Test(
        "come of any layout and at any size, and nothing comes from beside the picture",
        arguments: [
            ("I420", "colorimetry=bt709", [85, 104, 195]), ("Y42B", "colorimetry=bt709", [85, 104, 195]),
            ("Y444", "colorimetry=bt709", [85, 104, 195]), ("GBR", "colorimetry=sRGB", [16, 25, 250]),
        ] as [(String, String, [UInt8])])
    func sizes(_ format: String, _ colorimetry: String, _ colour: [UInt8]) async throws {
        var seen: Set<[UInt8]> = []
        for (width, height) in [(1, 1), (2, 2), (3, 5), (63, 34), (65, 33), (1_001, 7), (1_920, 1_080), (4_097, 3)] {
            let bytes = picture(format, width, height, colour)
            let (found, caps) = try await converted(bytes, format, width, height, colorimetry)
            let planes = planes(of: found, width, height)
            #expect(planes.allSatisfy { Set($0).count == 1 }, "\(format), \(width)x\(height)")
            seen.insert(planes.map { $0[0] })
            #expect(caps == "1:4:0:0")
        }
        // 250, 16, 25 as the matrix of BT.601 in the full range has it, and 200, 50, 30.
        #expect(seen == [format == "GBR" ? [87, 93, 244] : [93, 93, 205]])
    }

    @Test("of a ramp are rounded to the nearest value")
    func ramp() async throws {
        let (width, height) = (220, 2)
        let bytes =
            plane(width, height, stride: width, lines: height) { UInt8(16 + $0) }
            + plane(110, 1, stride: 112, lines: 1) { _ in 128 } + plane(110, 1, stride: 112, lines: 1) { _ in 128 }
        let (found, _) = try await converted(bytes, "I420", width, height, "colorimetry=bt709")
        let luma = planes(of: found, width, height)[0].prefix(width)
        #expect(Array(luma) == (0..<width).map { UInt8((Double($0) * 255 / 219).rounded()) })
    }

    @Test("stay as they are in a picture that has them")
    func same() async throws {
        let bytes = (0..<64 * 48 * 3 / 2).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let (found, _) = try await converted(bytes, "I420", 64, 48, "colorimetry=1:4:0:0,chroma-site=jpeg")
        #expect(found == bytes)
    }
}
