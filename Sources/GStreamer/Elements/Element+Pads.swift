// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// A pad that an element always has.
public struct FixedPad: Sendable, Equatable {
    /// The name of the pad, such as `src`.
    public let name: String
    /// Whether data leaves the element through it.
    public let isSource: Bool
    /// Whether it is linked to another pad.
    public let isLinked: Bool
}

extension Element {
    /// The pads that the element always has: no request pads, and none that appear while it plays.
    public var fixedPads: [FixedPad] {
        var pads: [FixedPad] = []
        withUnsafeMutablePointer(to: &pads) { pads in
            _ = gst_element_foreach_pad(reference.cast(to: GstElement.self), collectFixed, pads)
        }
        return pads
    }

    /// Whether source pads may appear while it plays, as those of a demuxer do.
    public var addsSourcePads: Bool {
        var node = gst_element_class_get_pad_template_list(elementClass)
        while let current = node {
            let template = current.pointee.data?.assumingMemoryBound(to: GstPadTemplate.self).pointee
            if let template, template.direction == GST_PAD_SRC, template.presence == GST_PAD_SOMETIMES { return true }
            node = current.pointee.next
        }
        return false
    }
}

private func collectFixed(
    _: UnsafeMutablePointer<GstElement>?, _ pad: UnsafeMutablePointer<GstPad>?, _ context: gpointer?
) -> gboolean {
    guard let pad, let context else { return 1 }
    if let template = gst_pad_get_pad_template(pad) {
        defer { gst_object_unref(template) }
        guard template.pointee.presence == GST_PAD_ALWAYS else { return 1 }
    }
    let name = text(taking: gst_object_get_name(UnsafeMutableRawPointer(pad).assumingMemoryBound(to: GstObject.self)))
    let found = FixedPad(
        name: name, isSource: gst_pad_get_direction(pad) == GST_PAD_SRC, isLinked: gst_pad_is_linked(pad) != 0)
    context.assumingMemoryBound(to: [FixedPad].self).pointee.append(found)
    return 1
}
