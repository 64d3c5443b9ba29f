// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// A buffer that a sink lends, with its caps and times.
///
/// It lives for one call: copy its bytes, or call `keep()`. Retaining it would exhaust the driver's pool.
public struct Sample: ~Copyable {
    private let sample: OpaquePointer

    /// Takes over a sample from C.
    init(owned sample: OpaquePointer) {
        self.sample = sample
    }

    deinit {
        gst_sample_unref(sample)
    }

    /// The time since the pipeline started, in nanoseconds; nil for a buffer without a time.
    public var runningTime: Int64? {
        guard
            let buffer = gst_sample_get_buffer(sample),
            let segment = gst_sample_get_segment(sample)
        else { return nil }
        return GStreamer.runningTime(of: buffer.pointee.pts, in: segment)
    }

    /// The reference timestamp (caps `timestamp/x-ntp`) that RFC 6051 carried, in nanoseconds; nil if there is none.
    public var referenceTime: Int64? {
        guard let buffer = gst_sample_get_buffer(sample) else { return nil }
        guard let meta = gst_buffer_get_reference_timestamp_meta(buffer, ReferenceTime.caps) else { return nil }
        return Int64(exactly: meta.pointee.timestamp)
    }

    /// The number of bytes.
    public var count: Int {
        gst_sample_get_buffer(sample).map { Int(gst_buffer_get_size($0)) } ?? 0
    }

    /// The caps of the bytes; nil if the pipeline has not set them.
    public var caps: Caps? {
        gst_sample_get_caps(sample).map(Caps.init(keeping:))
    }

    /// Maps the bytes for `body`; nil if they cannot be mapped.
    public func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result? {
        guard let buffer = gst_sample_get_buffer(sample) else { return nil }
        return try GStreamer.withBytes(of: buffer, body)
    }

    /// The buffer to keep: copied from a driver's pool or one with a limit, otherwise shared.
    public func keep() -> Buffer? {
        gst_sample_get_buffer(sample).flatMap(Buffer.init(keeping:))
    }

    /// The bytes as an array.
    public var bytes: [UInt8] {
        guard let buffer = gst_sample_get_buffer(sample) else { return [] }
        let size = count
        return [UInt8](unsafeUninitializedCapacity: size) { target, copied in
            copied = Int(gst_buffer_extract(buffer, 0, target.baseAddress, gsize(size)))
        }
    }
}

/// The running time of a timestamp in a segment, in nanoseconds; nil outside of it.
func runningTime(of time: GstClockTime, in segment: UnsafePointer<GstSegment>) -> Int64? {
    guard segment.pointee.format == GST_FORMAT_TIME else { return nil }
    return Int64(exactly: gst_segment_to_running_time(segment, GST_FORMAT_TIME, time))
}

/// The running time of a buffer that passes a pad, in the pad's current segment; nil if there is none.
func runningTime(of buffer: UnsafeMutablePointer<GstBuffer>, leaving pad: UnsafeMutablePointer<GstPad>) -> Int64? {
    guard let event = gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0) else { return nil }
    defer { gst_event_unref(event) }
    var segment: UnsafePointer<GstSegment>?
    gst_event_parse_segment(event, &segment)
    return segment.flatMap { runningTime(of: buffer.pointee.pts, in: $0) }
}
