// SPDX-License-Identifier: Apache-2.0
import CVideo4Linux

extension VideoDevice {
    /// More formats, sizes or intervals than any camera has.
    private static let limit: UInt32 = 128
    /// The sizes to list if a camera supports a range of sizes.
    private static let usualSizes: [(UInt32, UInt32)] = [
        (3840, 2160), (2592, 1944), (1920, 1080), (1280, 720), (1024, 768), (640, 480), (640, 360), (320, 240),
    ]

    /// All modes in the driver's order; for a range of sizes or rates, the usual ones in it.
    package func modes() throws(VideoDeviceError) -> [VideoMode] {
        var modes: [VideoMode] = []
        for number in 0..<VideoDevice.limit {
            var format = v4l2_fmtdesc()
            (format.index, format.type) = (number, V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue)
            guard try asks(v4l2_enumerate_formats_request, &format, doing: "to list formats") else { break }
            for (width, height) in try sizes(of: format.pixelformat) {
                for interval in try intervals(of: format.pixelformat, width, height) where interval.numerator > 0 {
                    modes.append(
                        VideoMode(
                            format: fourCharacters(format.pixelformat), width: Int(width), height: Int(height),
                            rateNumerator: Int(interval.denominator), rateDenominator: Int(interval.numerator)))
                }
            }
        }
        return modes
    }

    private func sizes(of format: UInt32) throws(VideoDeviceError) -> [(UInt32, UInt32)] {
        var sizes: [(UInt32, UInt32)] = []
        for number in 0..<VideoDevice.limit {
            var size = v4l2_frmsizeenum()
            (size.index, size.pixel_format) = (number, format)
            guard try asks(v4l2_enumerate_sizes_request, &size, doing: "to list sizes") else { break }
            guard size.type != V4L2_FRMSIZE_TYPE_DISCRETE.rawValue else {
                sizes.append((size.discrete.width, size.discrete.height))
                continue
            }
            let range = size.stepwise
            return VideoDevice.usualSizes.filter { width, height in
                width >= range.min_width && width <= range.max_width && height >= range.min_height
                    && height <= range.max_height && (width - range.min_width).isMultiple(of: max(1, range.step_width))
                    && (height - range.min_height).isMultiple(of: max(1, range.step_height))
            }
        }
        return sizes
    }

    private func intervals(
        of format: UInt32, _ width: UInt32, _ height: UInt32
    ) throws(VideoDeviceError) -> [v4l2_fract] {
        var intervals: [v4l2_fract] = []
        for number in 0..<VideoDevice.limit {
            var interval = v4l2_frmivalenum()
            (interval.index, interval.pixel_format) = (number, format)
            (interval.width, interval.height) = (width, height)
            guard try asks(v4l2_enumerate_intervals_request, &interval, doing: "to list rates") else { break }
            guard interval.type != V4L2_FRMIVAL_TYPE_DISCRETE.rawValue else {
                intervals.append(interval.discrete)
                continue
            }
            let fastest = interval.stepwise.min
            // For a range, the fastest rate, and 30 frames a second if it reaches that.
            let usual = v4l2_fract(numerator: 1, denominator: 30)
            return fastest.denominator >= 30 * fastest.numerator ? [fastest, usual] : [fastest]
        }
        return intervals
    }

    private func fourCharacters(_ code: UInt32) -> String {
        String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * $0)) & 0x7F }, as: UTF8.self)
    }
}
