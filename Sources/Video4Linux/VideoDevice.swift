// SPDX-License-Identifier: Apache-2.0
import CVideo4Linux
import Glibc

/// An open video device.
///
/// Every call may wait for the hardware, on USB for milliseconds and at worst for seconds: never on the cooperative pool.
package struct VideoDevice: ~Copyable {
    /// Where it is, such as `/dev/video0`.
    package let path: String
    private let descriptor: CInt

    /// Opens a device; others may have it open, and stream from it.
    package init(path: String) throws(VideoDeviceError) {
        self.path = path
        // Without O_NONBLOCK a driver may wait in here for hardware that is asleep.
        descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw VideoDeviceError(path, doing: "to be opened", errno) }
    }

    deinit { close(descriptor) }

    /// What it is; throws for what captures no video.
    package func capability() throws(VideoDeviceError) -> VideoCapability {
        var capability = v4l2_capability()
        try request(v4l2_query_capability_request, &capability, doing: "to say what it is")
        let all = capability.capabilities
        let own = all & UInt32(V4L2_CAP_DEVICE_CAPS) != 0 ? capability.device_caps : all
        guard own & UInt32(V4L2_CAP_VIDEO_CAPTURE) != 0, own & UInt32(V4L2_CAP_STREAMING) != 0 else {
            throw .noCamera(path)
        }
        return VideoCapability(
            driver: text(of: capability.driver), card: text(of: capability.card), bus: text(of: capability.bus_info))
    }

    /// Asks the driver; `argument` is read and written.
    func request<Argument>(
        _ code: UInt, _ argument: inout Argument, doing what: String
    ) throws(VideoDeviceError) {
        guard try asks(code, &argument, doing: what, ends: []) else { throw .refused(path, what) }
    }

    /// Asks the driver; false when it answers with one of the error codes that end a list.
    func asks<Argument>(
        _ code: UInt, _ argument: inout Argument, doing what: String, ends: [CInt] = [EINVAL, ENOTTY, ENODATA]
    ) throws(VideoDeviceError) -> Bool {
        while true {
            let result = withUnsafeMutablePointer(to: &argument) { ioctl(descriptor, code, $0) }
            if result >= 0 { return true }
            let code = errno
            if code == EINTR { continue }
            if ends.contains(code) { return false }
            throw VideoDeviceError(path, doing: what, code)
        }
    }

    /// Reads or writes one control; `text` is the room of a text control, with its zero.
    func exchange(
        _ code: UInt, _ control: VideoControl, _ number: inout Int64, _ text: inout [CChar], doing what: String
    ) throws(VideoDeviceError) {
        let size = UInt32(text.count)
        while true {
            let result = text.withUnsafeMutableBufferPointer { text in
                v4l2_exchange_control(
                    descriptor, code, control.id, control.kind.rawValue, &number, text.baseAddress, size)
            }
            if result >= 0 { return }
            guard errno == EINTR else { throw VideoDeviceError(path, doing: what, errno) }
        }
    }
}

/// The text in an array of bytes that came from C, up to its zero.
func text<Bytes>(of bytes: Bytes) -> String {
    withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
