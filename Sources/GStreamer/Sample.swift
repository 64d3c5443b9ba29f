// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// One buffer on loan from a sink, with what its pipeline knows about it.
///
/// It lives for one call: copy out, or `keep()`, what must stay. Holding on to it would starve the driver's pool.
public struct Sample: ~Copyable {
    private let sample: OpaquePointer

    /// Takes over a sample that C has given us.
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

    /// The reference timestamp of caps `timestamp/x-ntp`, in nanoseconds, as RFC 6051 brought it; nil without one.
    public var referenceTime: Int64? {
        guard let buffer = gst_sample_get_buffer(sample) else { return nil }
        guard let meta = gst_buffer_get_reference_timestamp_meta(buffer, ReferenceTime.caps) else { return nil }
        return Int64(exactly: meta.pointee.timestamp)
    }

    /// How many bytes the buffer holds.
    public var count: Int {
        gst_sample_get_buffer(sample).map { Int(gst_buffer_get_size($0)) } ?? 0
    }

    /// What the bytes are; nil when the pipeline has not said.
    public var caps: Caps? {
        gst_sample_get_caps(sample).map(Caps.init(keeping:))
    }

    /// Lends the bytes; nil when they cannot be mapped.
    public func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result? {
        guard let buffer = gst_sample_get_buffer(sample) else { return nil }
        return try GStreamer.withBytes(of: buffer, body)
    }

    /// The buffer to keep: shared where that starves nobody, copied out of a driver's pool or one with a bound.
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

/// The running time of a time stamp in a segment, in nanoseconds; nil outside of it.
func runningTime(of time: GstClockTime, in segment: UnsafePointer<GstSegment>) -> Int64? {
    guard segment.pointee.format == GST_FORMAT_TIME else { return nil }
    return Int64(exactly: gst_segment_to_running_time(segment, GST_FORMAT_TIME, time))
}

/// The running time of a buffer that passes a pad, by the segment that the pad is in; nil when it has none.
func runningTime(of buffer: UnsafeMutablePointer<GstBuffer>, leaving pad: UnsafeMutablePointer<GstPad>) -> Int64? {
    guard let event = gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0) else { return nil }
    defer { gst_event_unref(event) }
    var segment: UnsafePointer<GstSegment>?
    gst_event_parse_segment(event, &segment)
    return segment.flatMap { runningTime(of: buffer.pointee.pts, in: $0) }
}
