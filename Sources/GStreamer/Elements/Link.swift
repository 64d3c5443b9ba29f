// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// Two linked pads.
public struct Link: Sendable, Equatable {
    /// The element and the pad that buffers leave.
    public let source: (element: String, pad: String)
    /// The element and the pad that they enter.
    public let target: (element: String, pad: String)
    /// The negotiated caps; nil before anything flows.
    public let caps: String?

    /// Compares both ends and the caps.
    public static func == (left: Link, right: Link) -> Bool {
        left.source == right.source && left.target == right.target && left.caps == right.caps
    }
}

extension Pipeline {
    /// All elements, including those in bins, sources first.
    public var elements: [Element] {
        guard let iterator = gst_bin_iterate_recurse(reference.cast(to: GstBin.self)) else { return [] }
        return collect(iterator) { Element(ObjectReference(borrowed: $0)) }.reversed()
    }

    /// The current links.
    ///
    /// Links that wait for a pad to appear are not included.
    public var links: [Link] {
        elements.flatMap { element -> [Link] in
            guard let iterator = gst_element_iterate_src_pads(element.reference.cast(to: GstElement.self)) else {
                return []
            }
            return collect(iterator) { link(from: $0, of: element) }
        }
    }
}

private func link(from raw: UnsafeMutableRawPointer, of element: Element) -> Link? {
    let pad = raw.assumingMemoryBound(to: GstPad.self)
    guard let peer = gst_pad_get_peer(pad) else { return nil }
    defer { gst_object_unref(peer) }
    guard let owner = gst_pad_get_parent_element(peer) else { return nil }
    let caps = gst_pad_get_current_caps(pad)
    defer { if let caps { gst_caps_unref(caps) } }
    return Link(
        source: (element.name, text(taking: gst_object_get_name(raw.assumingMemoryBound(to: GstObject.self)))),
        target: (
            Element(ObjectReference(owned: owner)).name,
            text(taking: gst_object_get_name(UnsafeMutableRawPointer(peer).assumingMemoryBound(to: GstObject.self)))
        ),
        caps: caps.map { text(taking: gst_caps_to_string($0)) })
}

/// Collects the objects of an iterator and frees it.
func collect<Value>(
    _ iterator: UnsafeMutablePointer<GstIterator>,
    _ transform: (UnsafeMutableRawPointer) -> Value?
) -> [Value] {
    defer { gst_iterator_free(iterator) }
    var (values, item): ([Value], GValue) = ([], GValue())
    while true {
        switch gst_iterator_next(iterator, &item) {
        case GST_ITERATOR_OK:
            if let object = g_value_get_object(&item), let value = transform(object) { values.append(value) }
            g_value_reset(&item)
        case GST_ITERATOR_RESYNC:
            values.removeAll()
            gst_iterator_resync(iterator)
        default:
            g_value_unset(&item)
            return values
        }
    }
}
