// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// One property of an element, as its param spec describes it.
public struct Property: Sendable, Equatable {
    /// The property's name, such as `bitrate`.
    public let name: String
    /// The name of its GType, such as `guint`.
    public let type: String
    /// One sentence by the element's author.
    public let summary: String
    /// Whether its value can be read.
    public let isReadable: Bool
    /// Whether its value can be set.
    public let isWritable: Bool
    /// Whether it is a number, a switch or a choice that can be set while the element plays.
    public let isLive: Bool
    /// The default as text, if there is one.
    public let defaultValue: String?
    /// The allowed values, in words: `an integer from 0 to 100`, `one of none, ultrafast, …`.
    public let expectation: String

    /// Describes a param spec, which its class retains.
    init(_ spec: UnsafeMutablePointer<GParamSpec>) {
        name = GStreamer.text(g_param_spec_get_name(spec))
        type = GStreamer.text(g_type_name(spec.pointee.value_type))
        summary = GStreamer.text(g_param_spec_get_blurb(spec))
        isReadable = spec.pointee.flags.rawValue & G_PARAM_READABLE.rawValue != 0
        isWritable = spec.pointee.flags.rawValue & G_PARAM_WRITABLE.rawValue != 0
        let fundamental = GStreamer.text(g_type_name(g_type_fundamental(spec.pointee.value_type)))
        // GST_PARAM_MUTABLE_PLAYING and GST_PARAM_CONTROLLABLE; Swift does not import these macros.
        let live: GParamFlags.RawValue = 1 << (G_PARAM_USER_SHIFT + 4) | 1 << (G_PARAM_USER_SHIFT + 1)
        isLive =
            isWritable && isReadable && spec.pointee.flags.rawValue & live != 0
            && ["gboolean", "gint", "guint", "gint64", "guint64", "gfloat", "gdouble", "GEnum", "GFlags"]
                .contains(fundamental)
        // Boxed values may be null, which GStreamer cannot serialize.
        let isPlain = !["GBoxed", "GObject", "gpointer"].contains(fundamental)
        let value = isPlain ? g_param_spec_get_default_value(spec) : nil
        defaultValue = value.flatMap { gst_value_serialize($0).map { GStreamer.text(taking: $0) } }
        expectation = Property.expectation(of: spec)
    }

    private static func expectation(of spec: UnsafeMutablePointer<GParamSpec>) -> String {
        let pointer = UnsafeMutableRawPointer(spec)
        let type = spec.pointee.value_type
        switch text(g_type_name(g_type_fundamental(type))) {
        case "gboolean": return "true or false"
        case "gint":
            let spec = pointer.assumingMemoryBound(to: GParamSpecInt.self).pointee
            return "an integer from \(spec.minimum) to \(spec.maximum)"
        case "guint":
            let spec = pointer.assumingMemoryBound(to: GParamSpecUInt.self).pointee
            return "an integer from \(spec.minimum) to \(spec.maximum)"
        case "gint64":
            let spec = pointer.assumingMemoryBound(to: GParamSpecInt64.self).pointee
            return "an integer from \(spec.minimum) to \(spec.maximum)"
        case "guint64":
            let spec = pointer.assumingMemoryBound(to: GParamSpecUInt64.self).pointee
            return "an integer from \(spec.minimum) to \(spec.maximum)"
        case "gfloat":
            let spec = pointer.assumingMemoryBound(to: GParamSpecFloat.self).pointee
            return "a number from \(spec.minimum) to \(spec.maximum)"
        case "gdouble":
            let spec = pointer.assumingMemoryBound(to: GParamSpecDouble.self).pointee
            return "a number from \(spec.minimum) to \(spec.maximum)"
        case "GEnum": return "one of " + nicks(ofEnumeration: type).joined(separator: ", ")
        case "GFlags": return "flags joined by + out of " + nicks(ofFlags: type).joined(separator: ", ")
        case "gchararray": return "text"
        case "GBoxed" where text(g_type_name(type)) == "GstCaps":
            return "caps, such as video/x-raw,width=1280,height=720"
        default: return "a \(text(g_type_name(type)))"
        }
    }

    private static func nicks(ofEnumeration type: GType) -> [String] {
        guard let raw = g_type_class_ref(type) else { return [] }
        defer { g_type_class_unref(raw) }
        let values = raw.assumingMemoryBound(to: GEnumClass.self).pointee
        return (0..<Int(values.n_values)).map { text(values.values[$0].value_nick) }
    }

    private static func nicks(ofFlags type: GType) -> [String] {
        guard let raw = g_type_class_ref(type) else { return [] }
        defer { g_type_class_unref(raw) }
        let values = raw.assumingMemoryBound(to: GFlagsClass.self).pointee
        return (0..<Int(values.n_values)).map { text(values.values[$0].value_nick) }
    }
}
