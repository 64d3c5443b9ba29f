// SPDX-License-Identifier: Apache-2.0
import CGStreamer

extension Element {
    /// The numbers in a property that is a structure, such as `stats` of an `rtpjitterbuffer`; empty if it is not a structure.
    public func figures(of property: String) -> [String: Double] {
        guard
            let spec = g_object_class_find_property(reference.objectClass, property),
            spec.pointee.value_type == gst_structure_get_type()
        else { return [:] }
        var boxed = GValue()
        g_value_init(&boxed, spec.pointee.value_type)
        defer { g_value_unset(&boxed) }
        g_object_get_property(reference.cast(to: GObject.self), property, &boxed)
        guard let structure = gst_value_get_structure(&boxed) else { return [:] }
        var figures: [String: Double] = [:]
        for index in 0..<guint(gst_structure_n_fields(structure)) {
            guard let name = gst_structure_nth_field_name(structure, index),
                let value = gst_structure_get_value(structure, name)
            else { continue }
            var number = GValue()
            g_value_init(&number, g_type_from_name("gdouble"))
            if g_value_transform(value, &number) != 0 { figures[text(name)] = g_value_get_double(&number) }
            g_value_unset(&number)
        }
        return figures
    }
}
