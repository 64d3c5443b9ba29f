// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// Where buffers enter a pipeline.
public struct AppSource: Sendable {
    /// What became of a buffer.
    public enum Outcome: Sendable, Equatable {
        /// It is on its way.
        case accepted
        /// The source holds as much as its `max-bytes` allows: the pipeline is behind.
        case full
        /// The pipeline is not running, or has ended.
        case closed
    }

    /// The source as an element.
    public let element: Element

    init(_ element: Element) {
        self.element = element
    }

    /// Says what the bytes are, as caps text.
    ///
    /// Equal caps are announced once.
    public func announce(caps: String) throws(GStreamerError) {
        try element.set("caps", to: caps)
    }

    /// Copies bytes into a buffer and hands it over; never waits.
    ///
    /// - Parameters:
    ///   - time: presentation time in nanoseconds since the pipeline's start.
    ///   - reference: the capture time to carry along, in nanoseconds (`timestamp/x-ntp`).
    public func push(_ bytes: [UInt8], time: Int64, reference: Int64? = nil) -> Outcome {
        let source = element.reference.cast(to: GstAppSrc.self)
        let (level, limit) = (gst_app_src_get_current_level_bytes(source), gst_app_src_get_max_bytes(source))
        guard level == 0 || limit == 0 || level + guint64(bytes.count) <= limit else { return .full }
        let copy = bytes.withUnsafeBytes { gst_buffer_new_memdup($0.baseAddress, gsize($0.count)) }
        guard let buffer = copy else { return .closed }
        buffer.pointee.pts = GstClockTime(max(0, time))
        if let reference, let caps = ReferenceTime.caps {
            gst_buffer_add_reference_timestamp_meta(buffer, caps, GstClockTime(max(0, reference)), GstClockTime.max)
        }
        return gst_app_src_push_buffer(source, buffer) == GST_FLOW_OK ? .accepted : .closed
    }

    /// Says that nothing more will come.
    public func end() {
        gst_app_src_end_of_stream(element.reference.cast(to: GstAppSrc.self))
    }
}
