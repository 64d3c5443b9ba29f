// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// One strong reference to a `GstObject`, or to a `GstMiniObject` that no longer changes.
///
/// The only `@unchecked Sendable` in this module. The pointer never changes, GStreamer counts references atomically, and every call
/// through it is documented as thread-safe.
final class ObjectReference: @unchecked Sendable {
    private let object: UnsafeMutableRawPointer
    private let release: (UnsafeMutableRawPointer) -> Void

    /// Takes over a reference from C (`transfer full`).
    init(owned object: UnsafeMutableRawPointer) {
        self.object = object
        release = { gst_object_unref($0) }
    }

    /// Takes over a reference to a buffer or to caps, which must not be changed while there is more than one reference.
    init(shared object: UnsafeMutablePointer<GstMiniObject>) {
        self.object = UnsafeMutableRawPointer(object)
        release = { gst_mini_object_unref($0.assumingMemoryBound(to: GstMiniObject.self)) }
    }

    /// Takes over a new object that has no owner yet (`transfer floating`).
    init(floating object: UnsafeMutableRawPointer) {
        self.object = gst_object_ref_sink(object)
        release = { gst_object_unref($0) }
    }

    /// Adds a reference to an object that the caller keeps alive during this call (`transfer none`).
    init(borrowed object: UnsafeMutableRawPointer) {
        self.object = gst_object_ref(object)
        release = { gst_object_unref($0) }
    }

    deinit {
        release(object)
    }

    /// The same object as one of its C types.
    ///
    /// GObject inheritance is layout, so this replaces `GST_BIN(x)`.
    func cast<Instance>(to _: Instance.Type) -> UnsafeMutablePointer<Instance> {
        object.assumingMemoryBound(to: Instance.self)
    }

    /// Whether the object is of a GType or of one derived from it.
    func isA(_ type: GType) -> Bool {
        g_type_check_instance_is_a(object.assumingMemoryBound(to: GTypeInstance.self), type) != 0
    }

    /// The object's class, which holds its param specs.
    var objectClass: UnsafeMutablePointer<GObjectClass> {
        let instance = object.assumingMemoryBound(to: GTypeInstance.self)
        return UnsafeMutableRawPointer(instance.pointee.g_class).assumingMemoryBound(to: GObjectClass.self)
    }
}
