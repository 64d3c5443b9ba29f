// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// The shape of a picture's luminance: one byte for each pixel.
public struct LuminanceShape: Sendable, Equatable {
    /// The pixels of a line.
    public let width: Int
    /// The lines.
    public let height: Int
    /// The bytes from one line to the next.
    public let stride: Int
}

extension Buffer {
    /// Maps the luminance of a raw picture for `body`; nil if its format has none of eight bits.
    ///
    /// A format with a plane of luminance is not copied; one that mixes luminance and colour, such as YUY2, is.
    public func withLuminance<Result>(
        _ caps: Caps, _ body: (Span<UInt8>, LuminanceShape) throws -> Result
    ) rethrows -> Result? {
        var info = GstVideoInfo()
        guard gst_video_info_from_caps(&info, caps.pointer) != 0, let format = info.finfo,
            format.pointee.flags.rawValue & (GST_VIDEO_FORMAT_FLAG_YUV.rawValue | GST_VIDEO_FORMAT_FLAG_GRAY.rawValue)
                != 0,
            format.pointee.depth.0 == 8, format.pointee.plane.0 == 0
        else { return nil }
        var frame = GstVideoFrame()
        guard gst_video_frame_map(&frame, &info, pointer, GST_MAP_READ) != 0 else { return nil }
        defer { gst_video_frame_unmap(&frame) }
        let (width, height) = (Int(frame.info.width), Int(frame.info.height))
        let (stride, step) = (Int(frame.info.stride.0), Int(format.pointee.pixel_stride.0))
        guard let plane = frame.data.0, width > 0, height > 0, step > 0, stride >= width * step else { return nil }
        let first = plane.assumingMemoryBound(to: UInt8.self) + Int(format.pointee.poffset.0)
        guard step > 1 else {
            let bytes = UnsafeBufferPointer(start: first, count: stride * (height - 1) + width)
            return try body(bytes.span, LuminanceShape(width: width, height: height, stride: stride))
        }
        let packed = [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
            for line in 0..<height {
                for column in 0..<width { target[line * width + column] = first[line * stride + column * step] }
            }
            count = width * height
        }
        return try body(packed.span, LuminanceShape(width: width, height: height, stride: width))
    }
}
