// SPDX-License-Identifier: Apache-2.0

/// A camera that is plugged into a machine: an item of `GET /v1/devices`.
package struct CameraDevice: Codable, Sendable, Equatable {
    /// One way in which it gives pictures.
    package struct Mode: Codable, Sendable, Equatable {
        /// The pixel format's four characters, such as `YUYV`, `MJPG` or `H264`.
        package var format: String
        /// The picture's width in pixels.
        @Within<Bounds.Pixels, Int> package var width: Int
        /// The picture's height in pixels.
        @Within<Bounds.Pixels, Int> package var height: Int
        /// Pictures a second, the fastest first.
        package var rates: [Double]

        /// A format and a size with their rates.
        package init(format: String, width: Int, height: Int, rates: [Double]) {
            (self.format, self.width, self.height, self.rates) = (format, width, height, rates)
        }
    }

    /// Where it is now, such as `/dev/video0`.
    package var path: String
    /// The product's name.
    package var name: String
    /// The driver, such as `uvcvideo`.
    package var driver: String
    /// Who it is, the same wherever it is plugged in if it has a serial number; what controls are kept under.
    package var identity: String
    /// How it gives pictures; nil where that was not asked.
    package var modes: [Mode]?

    /// Describes a device; see the properties.
    package init(path: String, name: String, driver: String, identity: String, modes: [Mode]? = nil) {
        (self.path, self.name, self.driver, self.identity, self.modes) = (path, name, driver, identity, modes)
    }
}
