// SPDX-License-Identifier: Apache-2.0
import CGStreamer

extension Element {
    /// Has a function called, on a thread of the pipeline, for whatever of a type passes a pad.
    ///
    /// The observer goes along as its context, and is let go of with the pad. Gives the observer back; nil when the element
    /// has no such pad.
    func probe<Observer: AnyObject>(
        _ type: GstPadProbeType, at pad: String, with observer: Observer, _ callback: GstPadProbeCallback
    ) -> Observer? {
        guard let pad = gst_element_get_static_pad(reference.cast(to: GstElement.self), pad) else { return nil }
        defer { gst_object_unref(pad) }
        gst_pad_add_probe(pad, type, callback, Unmanaged.passRetained(observer).toOpaque(), releaseContext)
        return observer
    }
}
