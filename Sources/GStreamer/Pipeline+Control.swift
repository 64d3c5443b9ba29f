// SPDX-License-Identifier: Apache-2.0
import CGStreamer

extension Pipeline {
    /// When the pipeline's running time was zero, on its clock (monotonic), in nanoseconds; nil before it plays.
    public var baseTime: Int64? {
        let time = gst_element_get_base_time(reference.cast(to: GstElement.self))
        return time == GstClockTime.max ? nil : Int64(exactly: time)
    }

    /// Tells the sources to end: what is inside still comes out, then `.endOfStream`.
    public func end() {
        // From GStreamer's pool: the event may wait for a source's lock.
        let element = reference.cast(to: GstElement.self)
        gst_element_call_async(element, sendEndOfStream, nil, nil)
    }

    /// Plays a looping pipeline's stream once more, from its start, without a seam.
    public func goAround() throws(GStreamerError) {
        guard seekSegment(flushing: false) else { throw .seekRefused }
    }

    /// Makes the stream from its start to its end a segment, which ends with `.segmentDone`.
    func seekSegment(flushing: Bool) -> Bool {
        let flags = GST_SEEK_FLAG_SEGMENT.rawValue | (flushing ? GST_SEEK_FLAG_FLUSH.rawValue : 0)
        return gst_element_seek(
            reference.cast(to: GstElement.self), 1, GST_FORMAT_TIME, GstSeekFlags(rawValue: flags),
            GST_SEEK_TYPE_SET, 0, GST_SEEK_TYPE_NONE, -1) != 0
    }

    /// A Graphviz description of the pipeline: elements, pads, properties that are not default, caps.
    public var graph: String {
        text(taking: gst_debug_bin_to_dot_data(reference.cast(to: GstBin.self), GST_DEBUG_GRAPH_SHOW_ALL))
    }
}

private func sendEndOfStream(_ element: UnsafeMutablePointer<GstElement>?, _: gpointer?) {
    gst_element_send_event(element, gst_event_new_eos())
}
