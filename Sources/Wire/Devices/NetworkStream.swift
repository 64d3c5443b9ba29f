// SPDX-License-Identifier: Apache-2.0

/// A stream of a network camera.
package struct NetworkStream: Codable, Sendable, Equatable {
    /// `H264`, `JPEG`, or another word of the camera.
    package var encoding: String
    /// The picture's width in pixels; nil if the camera does not tell it.
    @WithinIfPresent<Bounds.Pixels, Int> package var width: Int?
    /// The picture's height in pixels; nil if the camera does not tell it.
    @WithinIfPresent<Bounds.Pixels, Int> package var height: Int?
    /// The pictures per second at most; nil if the camera does not tell it.
    package var rate: Double?
    /// Its RTSP address, without user and password.
    package var location: String
    /// The shipped capture pipeline that records it; nil if there is none.
    package var pipeline: String?

    /// Describes a stream.
    package init(encoding: String, width: Int? = nil, height: Int? = nil, rate: Double? = nil, location: String) {
        (self.encoding, self.width, self.height) = (encoding, width, height)
        (self.rate, self.location) = (rate, location)
        pipeline =
            switch encoding {
            case "H264": "rtsp-h264"
            case "JPEG": "rtsp-jpeg"
            default: nil
            }
    }
}
