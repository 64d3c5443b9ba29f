// SPDX-License-Identifier: Apache-2.0

/// The luminance of a picture, one byte for each pixel; valid for the call that lends it.
struct LuminancePlane {
    /// The bytes, line by line.
    let bytes: UnsafePointer<UInt8>
    /// The pixels of a line.
    let width: Int
    /// The lines.
    let height: Int
    /// The bytes from one line to the next.
    let stride: Int

    /// The luminance between pixels; the nearest pixel's outside.
    func value(at point: SIMD2<Double>) -> Double {
        let x = min(max(point.x, 0), Double(width - 1))
        let y = min(max(point.y, 0), Double(height - 1))
        let (column, line) = (min(Int(x), max(0, width - 2)), min(Int(y), max(0, height - 2)))
        let (right, below) = (width > 1 ? 1 : 0, height > 1 ? stride : 0)
        let (a, b) = (x - Double(column), y - Double(line))
        let first = line * stride + column
        let upper = Double(bytes[first]) * (1 - a) + Double(bytes[first + right]) * a
        let lower = Double(bytes[first + below]) * (1 - a) + Double(bytes[first + below + right]) * a
        return upper * (1 - b) + lower * b
    }

    /// Where the luminance rises along a line, as a distance from a point of it in pixels; nil if it does not.
    ///
    /// The mean place of the rise within `reach` on both sides.
    func rise(at point: SIMD2<Double>, along direction: SIMD2<Double>, reach: Double) -> Double? {
        let steps = max(2, Int((reach * 8).rounded()))
        var (sum, moment) = (0.0, 0.0)
        var last = value(at: point - direction * reach)
        for step in 1...steps {
            let place = -reach + 2 * reach * Double(step) / Double(steps)
            let next = value(at: point + direction * place)
            sum += next - last
            moment += (next - last) * (place - reach / Double(steps))
            last = next
        }
        // Less than the noise of a dim picture.
        guard sum > 8, abs(moment / sum) < reach else { return nil }
        return moment / sum
    }
}
