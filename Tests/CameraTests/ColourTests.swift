// SPDX-License-Identifier: Apache-2.0
import Foundation
import Media
import MediaSamples
import SystemPackage
import TestSupport
import Testing
import Viewing
import Wire

@testable import Camera

/// A test card in the range and matrix of a camera, developed and judged by ffmpeg against the values that went in.
@Suite("The colours of a test card", .timeLimit(.minutes(2)))
struct ColourTests {
    private let developing = DevelopingTests()

    /// The colours of a picture's bands of 48 pixels, whose middles are free of what JPEG makes of edges; of JPEG by
    /// the formula of JFIF, because ffmpeg's own adds an error of 2.
    private func colours(of picture: [UInt8], bands: Int) async throws -> [[Int]] {
        guard picture.starts(with: [0xFF, 0xD8]) else {
            let pixels = try await Judge.pixels(of: picture, as: "rgb24")
            return developing.middles(of: pixels, bands: bands, width: 48, height: 32, channels: 3)
        }
        let planes = try await Judge.pixels(of: picture, as: "yuvj420p")
        let (luma, chroma) = (bands * 48 * 32, bands * 24 * 16)
        return (0..<bands).map { band in
            let place = 8 * bands * 24 + band * 24 + 12
            let values = [
                planes[16 * bands * 48 + band * 48 + 24], planes[luma + place], planes[luma + chroma + place],
            ]
            return ColourSpace(isFull: true, matrix: 4).decoded(values).map { Int($0) }
        }
    }

    private func compare(_ picture: [UInt8], _ values: [[UInt8]], _ space: ColourSpace, within: Int) async throws {
        let found = try await colours(of: picture, bands: values.count)
        for (value, colour) in zip(values, found) {
            #expect(
                space.distance(colour, from: value) <= within,
                "\(value) means \(space.decoded(value)), and became \(colour)")
        }
    }

    @Test("are right in a developed still", arguments: StillFormat.allCases, ColourSpace.all)
    func stills(_ format: StillFormat, _ space: ColourSpace) async throws {
        let values = ColourSpace.card.map(space.encoded)
        for layout in ["I420", "NV12", "YUY2"] {
            let frame = try await developing.bands(
                values, width: 48, height: 32, colorimetry: space.colorimetry, format: layout)
            let picture = try await developing.developer.develop(frame.picture, caps: frame.caps, as: format)
            try await compare(picture, values, space, within: format == .jpeg ? 3 : 2)
        }
    }

    @Test("are right in H.264, for a foreign decoder and in a preview", arguments: ColourSpace.all)
    func video(_ space: ColourSpace) async throws {
        var generator = SeededGenerator(seed: UInt64(space.matrix))
        try await withScratch { directory in
            let values = ColourSpace.card.shuffled(using: &generator).prefix(13).map(space.encoded)
            let raw = directory.appending("card.raw")
            let rows = (0..<3).flatMap { plane -> [UInt8] in
                let (width, height) = plane == 0 ? (48, 32) : (24, 16)
                let row = values.flatMap { [UInt8](repeating: $0[plane], count: width) }
                return (0..<height).flatMap { _ in row }
            }
            try ScratchFile.write(rows, to: raw)
            let buffers = try await EncodedVideo.buffers(
                """
                multifilesrc location=\(raw.string) num-buffers=1
                caps=video/x-raw,format=I420,width=624,height=32,framerate=30/1,colorimetry=\(space.colorimetry)
                ! x264enc pass=quant quantizer=1 tune=zerolatency ! h264parse config-interval=-1
                ! video/x-h264,stream-format=byte-stream,alignment=au
                """, in: directory)
            let unit = try #require(try EncodedVideo.units(buffers).first)
            let format = try #require(unit.format)
            // A foreign decoder has the values that went in, and the parameter sets say what they mean.
            let stream = AnnexB.bytes(of: unit.unit, parameterSets: format.parameterSets)
            let planes = try await Judge.pixels(of: stream, as: space.isFull ? "yuvj420p" : "yuv420p")
            for (band, value) in values.enumerated() {
                let luma = planes[16 * 624 + band * 48 + 24]
                let blue = planes[624 * 32 + 8 * 312 + band * 24 + 12]
                let red = planes[624 * 32 + 312 * 16 + 8 * 312 + band * 24 + 12]
                let colour = space.decoded([luma, blue, red]).map { Int($0) }
                #expect(space.distance(colour, from: value) <= 2, "\(value) became \(colour)")
            }
            let preview = try await developing.developer.show(unit.unit, format)
            try await compare(preview, values, space, within: 3)
        }
    }
}
