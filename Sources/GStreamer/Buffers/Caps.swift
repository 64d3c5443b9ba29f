// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// The format of a buffer's bytes: a media type and its fields.
///
/// Shared with the pipeline and immutable; `text` is computed on demand.
public struct Caps: Sendable {
    private let reference: ObjectReference

    init(keeping caps: UnsafeMutablePointer<GstCaps>) {
        reference = ObjectReference(shared: &gst_caps_ref(caps).pointee.mini_object)
    }

    /// The caps in full, as GStreamer writes them.
    public var text: String {
        GStreamer.text(taking: gst_caps_to_string(pointer))
    }

    /// An integer field, such as `width`.
    public func integer(_ field: String) -> Int? {
        guard let structure = structure else { return nil }
        var value: gint = 0
        return gst_structure_get_int(structure, field, &value) != 0 ? Int(value) : nil
    }

    /// A text field, such as `format`.
    public func string(_ field: String) -> String? {
        guard let structure = structure, let value = gst_structure_get_string(structure, field) else { return nil }
        return String(cString: value)
    }

    /// A fraction field, such as `framerate`.
    public func fraction(_ field: String) -> (numerator: Int, denominator: Int)? {
        guard let structure = structure else { return nil }
        var (numerator, denominator): (gint, gint) = (0, 0)
        guard gst_structure_get_fraction(structure, field, &numerator, &denominator) != 0 else { return nil }
        return (Int(numerator), Int(denominator))
    }

    /// The media type, such as `video/x-h264`.
    public var mediaType: String? {
        structure.flatMap { gst_structure_get_name($0) }.map { String(cString: $0) }
    }

    var pointer: UnsafeMutablePointer<GstCaps> {
        reference.cast(to: GstCaps.self)
    }

    private var structure: UnsafePointer<GstStructure>? {
        gst_caps_get_size(pointer) > 0 ? UnsafePointer(gst_caps_get_structure(pointer, 0)) : nil
    }
}
