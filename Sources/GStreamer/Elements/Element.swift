// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// A reference to an element: copies refer to the same element.
///
/// Properties are read and set as text and converted through their param spec. Numbers of any width, enumerations, flags, caps and
/// structures are parsed and range-checked as `gst-launch-1.0` does; an invalid value throws.
public struct Element: Sendable {
    let reference: ObjectReference

    init(_ reference: ObjectReference) {
        self.reference = reference
    }

    /// Creates an element that belongs to no pipeline yet.
    public init(factory: String, name: String? = nil) throws(GStreamerError) {
        _ = runtime
        guard let element = gst_element_factory_make(factory, name) else {
            throw .noSuchElement(factory: factory, package: Registry.package(providing: factory))
        }
        reference = ObjectReference(floating: element)
    }

    /// The element's name in its pipeline.
    public var name: String {
        text(taking: gst_object_get_name(reference.cast(to: GstObject.self)))
    }

    /// The name of the factory that made it, such as `x264enc`; empty for a bin made by the parser.
    public var factoryName: String {
        guard let factory = gst_element_get_factory(reference.cast(to: GstElement.self)) else { return "" }
        return text(UnsafeMutableRawPointer(factory).assumingMemoryBound(to: GstObject.self).pointee.name)
    }

    /// The element's class, such as `Codec/Encoder/Video`.
    public var klass: String {
        text(gst_element_class_get_metadata(elementClass, "klass"))
    }

    /// One line about what the element does.
    public var summary: String {
        text(gst_element_class_get_metadata(elementClass, "description"))
    }

    /// All properties, in the order of their installation.
    public var properties: [Property] {
        var count: guint = 0
        guard let list = g_object_class_list_properties(reference.objectClass, &count) else { return [] }
        defer { g_free(UnsafeMutableRawPointer(list)) }
        return (0..<Int(count)).compactMap { index in list[index].map(Property.init) }
    }

    /// The property with this name; nil if there is none.
    public func property(named name: String) -> Property? {
        g_object_class_find_property(reference.objectClass, name).map(Property.init)
    }

    /// Sets a property from text, as `gst-launch-1.0` would, but throws where that would ignore the value.
    public func set(_ property: String, to value: String) throws(GStreamerError) {
        try assign(value, to: property, of: reference.cast(to: GObject.self))
    }

    /// Sets a property of an object that the element has in one of its own properties.
    ///
    /// For example, an `rtpsession` has one in `internal-session`.
    public func set(
        _ property: String, of holder: String, to value: some LosslessStringConvertible
    ) throws(GStreamerError) {
        guard
            let spec = g_object_class_find_property(reference.objectClass, holder),
            g_type_fundamental(spec.pointee.value_type) == g_type_from_name("GObject")
        else { throw .noSuchProperty(holder, of: name) }
        var kept = GValue()
        g_value_init(&kept, spec.pointee.value_type)
        defer { g_value_unset(&kept) }
        g_object_get_property(reference.cast(to: GObject.self), holder, &kept)
        guard let object = g_value_get_object(&kept) else { throw .noSuchProperty(holder, of: name) }
        try assign(String(value), to: property, of: object.assumingMemoryBound(to: GObject.self))
    }

    /// Sets a property of the element, or of an object that belongs to it.
    func assign(
        _ value: String, to property: String, of object: UnsafeMutablePointer<GObject>
    ) throws(GStreamerError) {
        let type = UnsafeMutableRawPointer(object.pointee.g_type_instance.g_class)
        let objectClass = type?.assumingMemoryBound(to: GObjectClass.self)
        guard let spec = g_object_class_find_property(objectClass, property) else {
            throw .noSuchProperty(property, of: name)
        }
        guard spec.pointee.flags.rawValue & G_PARAM_WRITABLE.rawValue != 0 else {
            throw .readOnlyProperty(property, of: name)
        }
        var deserialized = GValue()
        g_value_init(&deserialized, spec.pointee.value_type)
        defer { g_value_unset(&deserialized) }
        // validate() returns whether it changed the value to fit: then the text was out of range.
        guard
            gst_value_deserialize_with_pspec(&deserialized, value, spec) != 0,
            g_param_value_validate(spec, &deserialized) == 0
        else {
            let expected = Property(spec).expectation
            throw .unreadableValue(value, property: property, of: name, expected: expected)
        }
        g_object_set_property(object, property, &deserialized)
    }

    /// Sets a property to a number or a Boolean.
    public func set(_ property: String, to value: some LosslessStringConvertible) throws(GStreamerError) {
        try set(property, to: String(value))
    }

    /// Returns a property as text, in the form that `set` takes.
    public func value(of property: String) throws(GStreamerError) -> String {
        guard
            let spec = g_object_class_find_property(reference.objectClass, property),
            spec.pointee.flags.rawValue & G_PARAM_READABLE.rawValue != 0
        else { throw .noSuchProperty(property, of: name) }
        var value = GValue()
        g_value_init(&value, spec.pointee.value_type)
        defer { g_value_unset(&value) }
        g_object_get_property(reference.cast(to: GObject.self), property, &value)
        if g_type_fundamental(spec.pointee.value_type) == g_type_from_name("gchararray") {
            return text(g_value_get_string(&value))
        }
        let isBoxed = g_type_fundamental(spec.pointee.value_type) == g_type_from_name("GBoxed")
        // A boxed value may be null, which GStreamer cannot serialize.
        if isBoxed, g_value_get_boxed(&value) == nil { return "" }
        return text(taking: gst_value_serialize(&value))
    }

    var elementClass: UnsafeMutablePointer<GstElementClass> {
        UnsafeMutableRawPointer(reference.objectClass).assumingMemoryBound(to: GstElementClass.self)
    }
}
