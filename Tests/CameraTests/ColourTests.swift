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
    /// A range and a matrix of ITU-T H.273, by their numbers in GStreamer.
    struct Space: Sendable, CustomTestStringConvertible {
        let isFull: Bool
        let matrix: Int
        var transfer = 5
        var testDescription: String { colorimetry }
        var colorimetry: String { "\(isFull ? 1 : 2):\(matrix):\(transfer):1" }

        /// Kr and Kb: BT.709, BT.601, SMPTE 240M, BT.2020.
        private var weights: (red: Double, blue: Double) {
            [3: (0.2126, 0.0722), 4: (0.299, 0.114), 5: (0.212, 0.087), 6: (0.2627, 0.0593)][matrix] ?? (0.299, 0.114)
        }
        private var scale: (luma: Double, chroma: Double, black: Double) {
            isFull ? (255, 255, 0) : (219, 224, 16)
        }

        /// The 8-bit values of a colour of 0...255.
        func encoded(_ rgb: [Double]) -> [UInt8] {
            let luma = weights.red * rgb[0] + (1 - weights.red - weights.blue) * rgb[1] + weights.blue * rgb[2]
            let chroma = [(rgb[2] - luma) / (1 - weights.blue), (rgb[0] - luma) / (1 - weights.red)].map {
                $0 / 2 * scale.chroma / 255 + 128
            }
            let values = [luma * scale.luma / 255 + scale.black] + chroma
            return values.map { UInt8(min(max($0.rounded(), 0), 255)) }
        }

        /// The colour that 8-bit values mean.
        func decoded(_ values: [UInt8]) -> [Double] {
            let luma = (Double(values[0]) - scale.black) * 255 / scale.luma
            let (blue, red) = (
                (Double(values[1]) - 128) * 255 / scale.chroma, (Double(values[2]) - 128) * 255 / scale.chroma
            )
            let (r, b) = (luma + 2 * (1 - weights.red) * red, luma + 2 * (1 - weights.blue) * blue)
            let g = (luma - weights.red * r - weights.blue * b) / (1 - weights.red - weights.blue)
            return [r, g, b].map { min(max($0, 0), 255).rounded() }
        }
    }

    /// Every range and matrix of cameras, and both transfers that they have.
    static let spaces =
        [3, 4, 5, 6].flatMap { matrix in
            [true, false].map { Space(isFull: $0, matrix: matrix) }
        } + [Space(isFull: true, matrix: 4, transfer: 7), Space(isFull: false, matrix: 3, transfer: 7)]

    /// 64 colours of a cube, and 16 grays.
    private static let card: [[Double]] = {
        let steps: [Double] = [0, 85, 170, 255]
        let cube = steps.flatMap { red in steps.flatMap { green in steps.map { [red, green, $0] } } }
        return cube + (0..<16).map { gray in [Double](repeating: Double(gray * 17), count: 3) }
    }()
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
            return Space(isFull: true, matrix: 4).decoded(values).map { Int($0) }
        }
    }

    private func compare(_ picture: [UInt8], _ values: [[UInt8]], _ space: Space, within: Int) async throws {
        let found = try await colours(of: picture, bands: values.count)
        for (value, colour) in zip(values, found) {
            let expected = space.decoded(value)
            let distance = zip(expected, colour).map { abs(Int($0) - $1) }.max() ?? 0
            #expect(distance <= within, "\(value) means \(expected), and became \(colour)")
        }
    }

    @Test("are right in a developed still", arguments: StillFormat.allCases, spaces)
    func stills(_ format: StillFormat, _ space: Space) async throws {
        let values = Self.card.map(space.encoded)
        for layout in ["I420", "NV12", "YUY2"] {
            let frame = try await developing.bands(
                values, width: 48, height: 32, colorimetry: space.colorimetry, format: layout)
            let picture = try await developing.developer.develop(frame.picture, caps: frame.caps, as: format)
            try await compare(picture, values, space, within: format == .jpeg ? 4 : 2)
        }
    }

    @Test("are right in H.264, for a foreign decoder and in a preview", arguments: spaces)
    func video(_ space: Space) async throws {
        var generator = SeededGenerator(seed: UInt64(space.matrix))
        try await withScratch { directory in
            let values = Self.card.shuffled(using: &generator).prefix(13).map(space.encoded)
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
                let found = [luma, blue, red]
                let distance = zip(space.decoded(found), space.decoded(value)).map { abs($0 - $1) }.max() ?? 0
                #expect(distance <= 2, "\(value) became \(found)")
            }
            let preview = try await developing.developer.show(unit.unit, format)
            try await compare(preview, values, space, within: 4)
        }
    }
}
