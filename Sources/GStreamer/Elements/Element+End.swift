// SPDX-License-Identifier: Apache-2.0
import CGStreamer

extension Element {
    /// Ends the stream after the last buffer that left through a pad; later buffers do not pass the pad.
    ///
    /// For a source that does not end by itself: the elements after it deliver what they hold, and then end. Does nothing if the
    /// element has no such pad.
    public func endStream(pad name: String = "src") {
        let element = reference.cast(to: GstElement.self)
        guard let pad = gst_element_get_static_pad(element, name) else { return }
        // Runs in GStreamer's pool: the event waits until the next element has taken the buffer before it.
        gst_element_call_async(element, pushEndOfStream, pad, unreferencePad)
    }
}

private func pushEndOfStream(_: UnsafeMutablePointer<GstElement>?, _ pad: gpointer?) {
    guard let pad else { return }
    gst_pad_push_event(pad.assumingMemoryBound(to: GstPad.self), gst_event_new_eos())
}

private func unreferencePad(_ pad: gpointer?) {
    gst_object_unref(pad)
}
