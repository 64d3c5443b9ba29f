// SPDX-License-Identifier: Apache-2.0
import CGStreamer

extension Element {
    /// Replaces each buffer that leaves through a pad by a copy with memory of its own; returns false if the element has no such pad.
    ///
    /// For sources with few buffers that must all be back before they end: who keeps a copy keeps nothing of the source.
    public func copyBuffers(pad name: String = "src") -> Bool {
        probe(GST_PAD_PROBE_TYPE_BUFFER, at: name, with: BufferCopies(), copied) != nil
    }
}

/// Nothing: the probe needs no state.
private final class BufferCopies: Sendable {}

/// Runs on the streaming thread for each buffer.
private func copied(
    _ pad: UnsafeMutablePointer<GstPad>?,
    _ info: UnsafeMutablePointer<GstPadProbeInfo>?,
    _ context: gpointer?
) -> GstPadProbeReturn {
    guard let info, let buffer = gst_pad_probe_info_get_buffer(info) else { return GST_PAD_PROBE_OK }
    // A buffer that cannot be mapped is lost.
    guard let copy = gst_buffer_copy_deep(buffer) else { return GST_PAD_PROBE_DROP }
    info.pointee.data = UnsafeMutableRawPointer(copy)
    gst_buffer_unref(buffer)
    return GST_PAD_PROBE_OK
}
