// SPDX-License-Identifier: Apache-2.0
import CGStreamer

extension Element {
    /// Calls a function, on a thread of the pipeline, for everything of a type that passes a pad.
    ///
    /// The observer is the function's context; the pad retains it. Returns the observer, or nil if the element has no such pad.
    func probe<Observer: AnyObject>(
        _ type: GstPadProbeType, at pad: String, with observer: Observer, _ callback: GstPadProbeCallback
    ) -> Observer? {
        guard let pad = gst_element_get_static_pad(reference.cast(to: GstElement.self), pad) else { return nil }
        defer { gst_object_unref(pad) }
        gst_pad_add_probe(pad, type, callback, Unmanaged.passRetained(observer).toOpaque(), releaseContext)
        return observer
    }
}
