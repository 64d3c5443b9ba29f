// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// The element `jpegcolour`: gives a picture of any colorimetry the colours of JPEG.
///
/// Those are the matrix of BT.601 in the full range, with chroma between the pixels (JFIF 1.02). `videoconvert` of GStreamer 1.22 makes
/// them only by a detour through 16 bits, which costs five times as much
/// ([decision 0047](../../../docs/decisions/0047-colours-of-stills-by-zimg.md)).
enum JPEGColour {
    /// The factory name, as pipeline texts write it.
    static let name = "jpegcolour"

    /// Makes the element known to this process; `gst_init` must have run.
    static func register() {
        var information = GTypeInfo()
        information.class_size = guint16(MemoryLayout<GstVideoFilterClass>.size)
        information.class_init = initializeClass
        information.instance_size = guint16(MemoryLayout<GstVideoFilter>.size)
        let type = g_type_register_static(
            gst_video_filter_get_type(), "LongshotJPEGColour", &information, GTypeFlags(rawValue: 0))
        gst_element_register(nil, name, GST_RANK_NONE.rawValue, type)
    }
}

private func initializeClass(_ type: gpointer?, _: gpointer?) {
    guard let type else { return }
    let element = type.assumingMemoryBound(to: GstElementClass.self)
    gst_element_class_set_metadata(
        element, "Colours of JPEG", "Filter/Converter/Video", "Converts colours to full-range BT.601", "Longshot")
    addPad("sink", GST_PAD_SINK, "video/x-raw,format={I420,Y42B,Y444,GBR}", to: element)
    let caps = colours.map { ",\($0)=\($1)" }.joined()
    addPad("src", GST_PAD_SRC, "video/x-raw\(caps)", to: element)
    let transform = type.assumingMemoryBound(to: GstBaseTransformClass.self)
    transform.pointee.transform_caps = transformed
    transform.pointee.query = answer
    transform.pointee.passthrough_on_same_caps = 1
    type.assumingMemoryBound(to: GstVideoFilterClass.self).pointee.transform_frame = convert
}

private func addPad(
    _ name: String, _ direction: GstPadDirection, _ caps: String, to element: UnsafeMutablePointer<GstElementClass>
) {
    let caps = gst_caps_from_string(caps)
    defer { gst_caps_unref(caps) }
    gst_element_class_add_pad_template(element, gst_pad_template_new(name, direction, GST_PAD_ALWAYS, caps))
}

/// What the caps behind the element say.
private let colours = [("format", "I420"), ("colorimetry", colorimetry), ("chroma-site", "jpeg")]
/// Full range, the matrix of BT.601, and nothing said of transfer and primaries, as GStreamer writes it.
private let colorimetry = "1:4:0:0"

/// The caps of the other pad: the colours of JPEG behind the element, any before it.
private func transformed(
    _: UnsafeMutablePointer<GstBaseTransform>?, _ direction: GstPadDirection, _ caps: UnsafeMutablePointer<GstCaps>?,
    _ filter: UnsafeMutablePointer<GstCaps>?
) -> UnsafeMutablePointer<GstCaps>? {
    guard let other = gst_caps_copy(caps) else { return nil }
    for index in 0..<gst_caps_get_size(other) {
        let structure = gst_caps_get_structure(other, index)
        for (field, value) in colours {
            gst_structure_remove_field(structure, field)
            guard direction == GST_PAD_SINK else { continue }
            var boxed = GValue()
            g_value_init(&boxed, g_type_from_name("gchararray"))
            g_value_set_string(&boxed, value)
            gst_structure_take_value(structure, field, &boxed)
        }
    }
    guard let filter else { return other }
    defer { gst_caps_unref(other) }
    return gst_caps_intersect_full(filter, other, GST_CAPS_INTERSECT_FIRST)
}

/// Asks the base class, which prefers the caps behind the element for those before it: `videoconvert` would convert to them.
private func answer(
    _ transform: UnsafeMutablePointer<GstBaseTransform>?, _ direction: GstPadDirection,
    _ query: UnsafeMutablePointer<GstQuery>?
) -> gboolean {
    guard
        let base = g_type_class_peek(gst_video_filter_get_type())?.assumingMemoryBound(to: GstBaseTransformClass.self),
        let query, base.pointee.query(transform, direction, query) != 0
    else { return 0 }
    var found: UnsafeMutablePointer<GstCaps>?
    guard direction == GST_PAD_SINK, query.pointee.type == GST_QUERY_CAPS else { return 1 }
    gst_query_parse_caps_result(query, &found)
    guard let found, gst_caps_get_size(found) > 1,
        text(gst_structure_get_string(gst_caps_get_structure(found, 0), "colorimetry")) == colorimetry,
        let caps = gst_caps_copy(found)
    else { return 1 }
    defer { gst_caps_unref(caps) }
    gst_caps_append_structure(caps, gst_caps_steal_structure(caps, 0))
    gst_query_set_caps_result(query, caps)
    return 1
}

private func convert(
    _ element: UnsafeMutablePointer<GstVideoFilter>?, _ source: UnsafeMutablePointer<GstVideoFrame>?,
    _ target: UnsafeMutablePointer<GstVideoFrame>?
) -> GstFlowReturn {
    guard let element, let source, let target else { return GST_FLOW_ERROR }
    if let graph = ColourGraph(toJPEGFrom: source.pointee.info), graph.convert(source.pointee, to: target.pointee) {
        return GST_FLOW_OK
    }
    gst_element_message_full(
        UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstElement.self), GST_MESSAGE_ERROR,
        gst_stream_error_quark(), gint(GST_STREAM_ERROR_FORMAT.rawValue), nil, g_strdup(ColourGraph.lastError),
        #file, #function, #line)
    return GST_FLOW_ERROR
}
