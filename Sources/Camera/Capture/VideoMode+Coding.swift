// SPDX-License-Identifier: Apache-2.0
import Video4Linux

extension VideoMode {
    /// What a camera makes of its pictures; what is preferred at the same size comes first.
    enum Coding: Int, Sendable {
        /// Plain pictures, which are encoded here.
        case raw
        /// The camera's own H.264.
        case h264
        /// The camera's own JPEG, which takes ten times the space.
        case jpeg

        /// The media type in GStreamer's notation.
        var media: String {
            switch self {
            case .raw: "video/x-raw"
            case .h264: "video/x-h264"
            case .jpeg: "image/jpeg"
            }
        }
    }

    /// Formats that cannot be recorded: compressed in another way, or a sensor's mosaic.
    private static let others = [
        "HEVC", "VP80", "VP90", "MPEG", "MPG4", "BA81", "GBRG", "GRBG", "RGGB", "BYR2",
    ]

    /// What the camera makes of its pictures; nil if it cannot be recorded.
    var coding: Coding? {
        switch format {
        case "MJPG", "JPEG": .jpeg
        case "H264": .h264
        default: Self.others.contains(format) ? nil : .raw
        }
    }

    /// The size and rate in GStreamer's notation.
    var caps: String { "width=\(width),height=\(height),framerate=\(rateNumerator)/\(rateDenominator)" }

    /// The same with the media type, for the element `format` of a pipeline.
    var typedCaps: String { "\((coding ?? .raw).media),\(caps)" }
}
