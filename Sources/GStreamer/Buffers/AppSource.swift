// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// The start of a pipeline, where the program pushes buffers.
public struct AppSource: Sendable {
    /// The outcome of a push.
    public enum Outcome: Sendable, Equatable {
        /// The source took the buffer.
        case accepted
        /// The buffer would exceed the source's `max-bytes`, because the pipeline is behind; it was not taken.
        case full
        /// The pipeline is not running, or has ended.
        case closed
    }

    /// The source as an element.
    public let element: Element

    init(_ element: Element) {
        self.element = element
    }

    /// Sets the caps of the bytes, as text; equal caps are announced once.
    public func announce(caps: String) throws(GStreamerError) {
        try element.set("caps", to: caps)
    }

    /// Copies bytes into a buffer and pushes it; never waits.
    ///
    /// - Parameters:
    ///   - time: presentation time in nanoseconds since the pipeline's start.
    ///   - reference: the capture time to attach, in nanoseconds (`timestamp/x-ntp`).
    public func push(_ bytes: [UInt8], time: Int64?, reference: Int64? = nil) -> Outcome {
        guard hasRoom(for: bytes.count) else { return .full }
        let copy = bytes.withUnsafeBytes { gst_buffer_new_memdup($0.baseAddress, gsize($0.count)) }
        guard let buffer = copy else { return .closed }
        if let reference, let caps = ReferenceTime.caps {
            gst_buffer_add_reference_timestamp_meta(buffer, caps, GstClockTime(max(0, reference)), GstClockTime.max)
        }
        return push(owned: buffer, time: time)
    }

    /// Pushes a kept buffer, whose bytes are shared, not copied; never waits.
    ///
    /// - Parameter time: presentation time in nanoseconds since the pipeline's start.
    public func push(_ kept: Buffer, time: Int64) -> Outcome {
        guard hasRoom(for: kept.count) else { return .full }
        // Copies only the metadata, because the time belongs to this pipeline; the bytes stay shared.
        guard let buffer = gst_buffer_copy(kept.pointer) else { return .closed }
        return push(owned: buffer, time: time)
    }

    private func hasRoom(for count: Int) -> Bool {
        let source = element.reference.cast(to: GstAppSrc.self)
        let (level, limit) = (gst_app_src_get_current_level_bytes(source), gst_app_src_get_max_bytes(source))
        return level == 0 || limit == 0 || level + guint64(count) <= limit
    }

    private func push(owned buffer: UnsafeMutablePointer<GstBuffer>, time: Int64?) -> Outcome {
        buffer.pointee.pts = time.map { GstClockTime(max(0, $0)) } ?? .max
        let source = element.reference.cast(to: GstAppSrc.self)
        return gst_app_src_push_buffer(source, buffer) == GST_FLOW_OK ? .accepted : .closed
    }

    /// Ends the stream.
    public func end() {
        gst_app_src_end_of_stream(element.reference.cast(to: GstAppSrc.self))
    }
}
