// SPDX-License-Identifier: Apache-2.0
import CVideo4Linux
import Glibc

/// An open video device.
///
/// Every call may block on the hardware, on USB for milliseconds and at worst for seconds: do not call it on the cooperative pool.
package struct VideoDevice: ~Copyable {
    /// Its path, such as `/dev/video0`.
    package let path: String
    private let descriptor: CInt

    /// Opens a device; other programs may have it open and stream from it.
    package init(path: String) throws(VideoDeviceError) {
        self.path = path
        // Without O_NONBLOCK, a driver may block here until sleeping hardware is ready.
        descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw VideoDeviceError(path, doing: "to be opened", errno) }
    }

    deinit { close(descriptor) }

    /// The description of the device; throws if it does not capture video.
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

    /// Sends a request to the driver; `argument` is input and output.
    func request<Argument>(
        _ code: UInt, _ argument: inout Argument, doing what: String
    ) throws(VideoDeviceError) {
        guard try asks(code, &argument, doing: what, ends: []) else { throw .refused(path, what) }
    }

    /// Sends a request to the driver; false if it answers with one of the error codes that end a list.
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

    /// Reads or writes one control; `text` is the buffer of a text control, with its terminating zero.
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

/// The text in a C array of bytes, up to its terminating zero.
func text<Bytes>(of bytes: Bytes) -> String {
    withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
