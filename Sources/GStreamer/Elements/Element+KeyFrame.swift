// SPDX-License-Identifier: Apache-2.0
import CGStreamer

private let keyFrameRequest = "GstForceKeyUnit"

extension Element {
    /// Requests a key frame with its parameter sets from the encoder before this sink.
    public func requestKeyFrame() {
        let structure = gst_structure_from_string("\(keyFrameRequest), all-headers=(boolean)true", nil)
        guard let structure else { return }
        gst_element_send_event(
            reference.cast(to: GstElement.self), gst_event_new_custom(GST_EVENT_CUSTOM_UPSTREAM, structure))
    }

    /// Calls `body`, on a thread of the pipeline, when an element after this source requests a key frame, as an RTP session does
    /// when its receiver reports a lost picture (RFC 4585, section 6.3.1).
    public func onKeyFrameRequest(_ body: @escaping @Sendable () -> Void) {
        _ = probe(GST_PAD_PROBE_TYPE_EVENT_UPSTREAM, at: "src", with: Listener(body), eventPassed)
    }
}

/// A closure as an object that C code can hold.
private final class Listener: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}

private func eventPassed(
    _: UnsafeMutablePointer<GstPad>?, _ info: UnsafeMutablePointer<GstPadProbeInfo>?, _ context: gpointer?
) -> GstPadProbeReturn {
    if let context, let event = gst_pad_probe_info_get_event(info), gst_event_has_name(event, keyFrameRequest) != 0 {
        Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue().body()
    }
    return GST_PAD_PROBE_OK
}
