// SPDX-License-Identifier: Apache-2.0
import CVideo4Linux

extension VideoDevice {
    private static let capture = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue

    /// Throws `.busy` if another program has buffers of this device; its stream goes on.
    package func requireFree() throws(VideoDeviceError) {
        var none = buffers(0)
        // A driver without this request cannot say who uses it.
        _ = try asks(v4l2_request_buffers_request, &none, doing: "to say whether it is used")
    }

    /// Begins to stream in a mode and ends at once, to learn whether the bus has room for it.
    ///
    /// The camera's lamp may flash. The device has its earlier format afterwards.
    package func tryStream(_ mode: VideoMode) throws(VideoDeviceError) {
        try requireFree()
        var before = v4l2_format()
        before.type = VideoDevice.capture
        try request(v4l2_get_format_request, &before, doing: "to say its format")
        defer { try? request(v4l2_set_format_request, &before, doing: "to set its format back") }
        try set(mode, over: before)
        var wanted = buffers(2)
        try request(v4l2_request_buffers_request, &wanted, doing: "to get buffers")
        defer {
            var none = buffers(0)
            try? request(v4l2_request_buffers_request, &none, doing: "to free its buffers")
        }
        for index in 0..<wanted.count {
            var buffer = v4l2_buffer()
            (buffer.index, buffer.type, buffer.memory) = (index, VideoDevice.capture, V4L2_MEMORY_MMAP.rawValue)
            try request(v4l2_queue_buffer_request, &buffer, doing: "to take a buffer")
        }
        var kind = VideoDevice.capture
        try request(v4l2_begin_stream_request, &kind, doing: "to stream")
        try request(v4l2_end_stream_request, &kind, doing: "to end its stream")
    }

    private func set(_ mode: VideoMode, over before: v4l2_format) throws(VideoDeviceError) {
        var format = before
        format.fmt.pix.pixelformat = mode.format.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        (format.fmt.pix.width, format.fmt.pix.height) = (UInt32(mode.width), UInt32(mode.height))
        (format.fmt.pix.bytesperline, format.fmt.pix.sizeimage) = (0, 0)
        try request(v4l2_set_format_request, &format, doing: "to set its format")
        var parameters = v4l2_streamparm()
        parameters.type = VideoDevice.capture
        parameters.parm.capture.timeperframe = v4l2_fract(
            numerator: UInt32(mode.rateDenominator), denominator: UInt32(mode.rateNumerator))
        // Not every driver has a rate to set.
        _ = try asks(v4l2_set_parameters_request, &parameters, doing: "to set its rate")
    }

    private func buffers(_ count: UInt32) -> v4l2_requestbuffers {
        var buffers = v4l2_requestbuffers()
        (buffers.count, buffers.type) = (count, VideoDevice.capture)
        buffers.memory = V4L2_MEMORY_MMAP.rawValue
        return buffers
    }
}
