// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Video4Linux
import Wire

/// A camera that libcamera drives: the sensor of a board, such as that of a Raspberry Pi.
///
/// Debian's libcamera (0.0.3) says which sizes a camera can have, and nothing of its rates.
struct LibcameraCamera: Sendable, Equatable {
    /// The element that captures from it.
    static let source = "libcamerasrc"
    private static let provider = "libcameraprovider"
    /// The sizes that are looked for, because most sensors can be set to any.
    private static let sizes = [(1_920, 1_080), (1_280, 720), (640, 480)]
    /// The rate that it is asked for, in pictures per second.
    private static let rate = 30

    /// The id that libcamera gives it: its place in the device tree, such as `/base/soc/i2c0mux/i2c@1/imx219@10`.
    let id: String
    private let device: ProvidedDevice

    init(_ device: ProvidedDevice) { (id, self.device) = (device.name, device) }

    /// All cameras of libcamera that are not V4L2 cameras, too; none where its plugin is not installed.
    ///
    /// Waits for libcamera: call it on a thread that may block.
    static func all() -> [LibcameraCamera] {
        ProvidedDevice.all(of: provider).map(LibcameraCamera.init).filter { !$0.isUSB }
    }

    /// Whether it is a USB camera, which V4L2 drives: its id ends in the numbers of its vendor and product.
    var isUSB: Bool { id.wholeMatch(of: /.*-[0-9a-f]{4}:[0-9a-f]{4}/) != nil }

    /// The sensor's name, or the id if it has another form.
    var name: String {
        let last = id.split(separator: "/").last.map(String.init) ?? id
        return last.contains("@") ? String(last.prefix { $0 != "@" }) : id
    }

    /// The usual modes among those that it can have.
    var modes: [VideoMode] {
        Self.sizes.flatMap { width, height in
            [("NV12", "video/x-raw"), ("MJPG", "image/jpeg")].compactMap { format, media in
                guard device.offers("\(media),width=\(width),height=\(height)") else { return nil }
                return VideoMode(
                    format: format, width: width, height: height, rateNumerator: Self.rate, rateDenominator: 1)
            }
        }
    }

    /// The camera in the form of the API, without its modes.
    func described(modes: [CameraDevice.Mode]) -> CameraDevice {
        CameraDevice(path: id, name: name, driver: "libcamera", identity: "libcamera-\(id)", modes: modes)
    }
}
