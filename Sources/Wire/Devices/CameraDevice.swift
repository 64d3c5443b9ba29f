// SPDX-License-Identifier: Apache-2.0

/// A camera that is plugged into a machine: an item of `GET /v1/devices`.
package struct CameraDevice: Codable, Sendable, Equatable {
    /// A pixel format and a picture size that it offers.
    package struct Mode: Codable, Sendable, Equatable {
        /// The pixel format's four characters, such as `YUYV`, `MJPG` or `H264`.
        package var format: String
        /// The picture's width in pixels.
        @Within<Bounds.Pixels, Int> package var width: Int
        /// The picture's height in pixels.
        @Within<Bounds.Pixels, Int> package var height: Int
        /// Frames per second, the fastest first.
        package var rates: [Double]

        /// A format and a size with their rates.
        package init(format: String, width: Int, height: Int, rates: [Double]) {
            (self.format, self.width, self.height, self.rates) = (format, width, height, rates)
        }
    }

    /// Its current path, such as `/dev/video0`.
    package var path: String
    /// The product's name.
    package var name: String
    /// The driver, such as `uvcvideo`.
    package var driver: String
    /// The key under which its controls are stored; the same at every port if it has a serial number.
    package var identity: String
    /// The modes that it offers; nil if they were not requested.
    package var modes: [Mode]?

    /// Describes a device; see the properties.
    package init(path: String, name: String, driver: String, identity: String, modes: [Mode]? = nil) {
        (self.path, self.name, self.driver, self.identity, self.modes) = (path, name, driver, identity, modes)
    }
}
