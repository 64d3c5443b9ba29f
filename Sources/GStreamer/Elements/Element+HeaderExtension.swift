// SPDX-License-Identifier: Apache-2.0
import CGStreamer

extension Element {
    /// Adds a header extension (RFC 8285) with an identifier from 1 to 14 to an RTP payloader or depayloader.
    public func add(headerExtension element: Element, identifier: UInt32) throws(GStreamerError) {
        let type = reference.cast(to: GTypeInstance.self).pointee.g_class.pointee.g_type
        let signal = g_signal_lookup("add-extension", type)
        guard signal != 0, element.reference.isA(gst_rtp_header_extension_get_type()) else {
            throw .wrongKind(named: name, expected: "an RTP payloader", found: factoryName)
        }
        gst_rtp_header_extension_set_id(element.reference.cast(to: GstRTPHeaderExtension.self), identifier)
        var arguments = [GValue(), GValue()]
        g_value_init(&arguments[0], gst_element_get_type())
        g_value_set_object(&arguments[0], reference.cast(to: UInt8.self))
        g_value_init(&arguments[1], gst_rtp_header_extension_get_type())
        g_value_set_object(&arguments[1], element.reference.cast(to: UInt8.self))
        g_signal_emitv(&arguments, signal, 0, nil)
        g_value_unset(&arguments[0])
        g_value_unset(&arguments[1])
    }
}
