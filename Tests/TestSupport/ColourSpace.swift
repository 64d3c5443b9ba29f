// SPDX-License-Identifier: Apache-2.0
import Testing

/// A range, a matrix and a transfer function of ITU-T H.273, by their numbers in GStreamer.
package struct ColourSpace: Sendable, CustomTestStringConvertible {
    /// Whether luma is from 0 to 255, and not from 16 to 235.
    package let isFull: Bool
    /// 3 BT.709, 4 BT.601, 5 SMPTE 240M, 6 BT.2020.
    package let matrix: Int
    private let transfer: Int

    /// With the transfer function of BT.709 (5) unless another is given, such as that of sRGB (7).
    package init(isFull: Bool, matrix: Int, transfer: Int = 5) {
        (self.isFull, self.matrix, self.transfer) = (isFull, matrix, transfer)
    }

    package var testDescription: String { colorimetry }

    /// As in caps.
    package var colorimetry: String { "\(isFull ? 1 : 2):\(matrix):\(transfer):1" }

    /// Every range and matrix of cameras, and both transfers that they have.
    package static let all =
        [3, 4, 5, 6].flatMap { matrix in
            [true, false].map { ColourSpace(isFull: $0, matrix: matrix) }
        } + [ColourSpace(isFull: true, matrix: 4, transfer: 7), ColourSpace(isFull: false, matrix: 3, transfer: 7)]

    /// A test card: 64 colours of a cube and 16 grays, of 0 to 255.
    package static let card: [[Double]] = {
        let steps: [Double] = [0, 85, 170, 255]
        let cube = steps.flatMap { red in steps.flatMap { green in steps.map { [red, green, $0] } } }
        return cube + (0..<16).map { gray in [Double](repeating: Double(gray * 17), count: 3) }
    }()

    /// Kr and Kb.
    private var weights: (red: Double, blue: Double) {
        [3: (0.2126, 0.0722), 4: (0.299, 0.114), 5: (0.212, 0.087), 6: (0.2627, 0.0593)][matrix] ?? (0.299, 0.114)
    }
    private var scale: (luma: Double, chroma: Double, black: Double) {
        isFull ? (255, 255, 0) : (219, 224, 16)
    }

    /// The 8-bit luma and chroma of a colour of 0 to 255.
    package func encoded(_ rgb: [Double]) -> [UInt8] {
        let luma = weights.red * rgb[0] + (1 - weights.red - weights.blue) * rgb[1] + weights.blue * rgb[2]
        let chroma = [(rgb[2] - luma) / (1 - weights.blue), (rgb[0] - luma) / (1 - weights.red)].map {
            $0 / 2 * scale.chroma / 255 + 128
        }
        let values = [luma * scale.luma / 255 + scale.black] + chroma
        return values.map { UInt8(min(max($0.rounded(), 0), 255)) }
    }

    /// The colour that 8-bit luma and chroma mean.
    package func decoded(_ values: [UInt8]) -> [Double] {
        let luma = (Double(values[0]) - scale.black) * 255 / scale.luma
        let (blue, red) = (
            (Double(values[1]) - 128) * 255 / scale.chroma, (Double(values[2]) - 128) * 255 / scale.chroma
        )
        let (r, b) = (luma + 2 * (1 - weights.red) * red, luma + 2 * (1 - weights.blue) * blue)
        let g = (luma - weights.red * r - weights.blue * b) / (1 - weights.red - weights.blue)
        return [r, g, b].map { min(max($0, 0), 255).rounded() }
    }

    /// The farthest of the channels between a colour and what 8-bit luma and chroma mean.
    package func distance(_ colour: [Int], from values: [UInt8]) -> Int {
        zip(decoded(values), colour).map { abs(Int($0) - $1) }.max() ?? 0
    }
}
