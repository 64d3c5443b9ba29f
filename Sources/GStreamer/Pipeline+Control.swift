// SPDX-License-Identifier: Apache-2.0
import CGStreamer

extension Pipeline {
    /// The time of the monotonic clock at which the running time was zero, in nanoseconds; nil before the pipeline plays.
    public var baseTime: Int64? {
        let time = gst_element_get_base_time(reference.cast(to: GstElement.self))
        return time == GstClockTime.max ? nil : Int64(exactly: time)
    }

    /// Ends the sources: buffers inside the pipeline still reach the sinks, then `.endOfStream` follows.
    public func end() {
        // Runs in GStreamer's pool: the event may wait for a source's lock.
        let element = reference.cast(to: GstElement.self)
        gst_element_call_async(element, sendEndOfStream, nil, nil)
    }

    /// Plays the stream of a looping pipeline again from its start, without a gap.
    public func goAround() throws(GStreamerError) {
        guard seekSegment(flushing: false) else { throw .seekRefused }
    }

    /// Seeks to the start and makes the whole stream a segment, which ends with `.segmentDone`.
    func seekSegment(flushing: Bool) -> Bool {
        let flags = GST_SEEK_FLAG_SEGMENT.rawValue | (flushing ? GST_SEEK_FLAG_FLUSH.rawValue : 0)
        return gst_element_seek(
            reference.cast(to: GstElement.self), 1, GST_FORMAT_TIME, GstSeekFlags(rawValue: flags),
            GST_SEEK_TYPE_SET, 0, GST_SEEK_TYPE_NONE, -1) != 0
    }

    /// A Graphviz description of the pipeline: elements, pads, non-default properties, caps.
    public var graph: String {
        text(taking: gst_debug_bin_to_dot_data(reference.cast(to: GstBin.self), GST_DEBUG_GRAPH_SHOW_ALL))
    }
}

private func sendEndOfStream(_ element: UnsafeMutablePointer<GstElement>?, _: gpointer?) {
    gst_element_send_event(element, gst_event_new_eos())
}
