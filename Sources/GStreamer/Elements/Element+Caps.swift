// SPDX-License-Identifier: Apache-2.0
import CGStreamer

extension Element {
    /// The current caps of a pad; nil before any buffer has left it, and if the element has no such pad.
    public func caps(ofPad name: String = "src") -> Caps? {
        guard let pad = gst_element_get_static_pad(reference.cast(to: GstElement.self), name) else { return nil }
        defer { gst_object_unref(pad) }
        guard let caps = gst_pad_get_current_caps(pad) else { return nil }
        defer { gst_caps_unref(caps) }
        return Caps(keeping: caps)
    }

    /// Adds a number to the caps in the element's property `caps`, which must not be empty.
    public func addToCaps(_ field: String, _ number: UInt32) throws(GStreamerError) {
        guard
            let spec = g_object_class_find_property(reference.objectClass, "caps"),
            spec.pointee.value_type == gst_caps_get_type()
        else { throw .noSuchProperty("caps", of: name) }
        let object = reference.cast(to: GObject.self)
        var (value, extended) = (GValue(), GValue())
        g_value_init(&value, gst_caps_get_type())
        g_value_init(&extended, gst_caps_get_type())
        defer {
            g_value_unset(&value)
            g_value_unset(&extended)
        }
        g_object_get_property(object, "caps", &value)
        guard
            let present = gst_value_get_caps(&value), gst_caps_get_size(present) > 0,
            let caps = gst_caps_copy(present)
        else {
            throw .unreadableValue("", property: "caps", of: name, expected: "caps, such as application/x-srtp")
        }
        var added = GValue()
        g_value_init(&added, g_type_from_name("guint"))
        g_value_set_uint(&added, number)
        gst_caps_set_value(caps, field, &added)
        g_value_unset(&added)
        g_value_take_boxed(&extended, caps)
        g_object_set_property(object, "caps", &extended)
    }
}
