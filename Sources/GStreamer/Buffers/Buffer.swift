// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// A buffer that is kept after the call that lent it; its bytes never change.
public struct Buffer: Sendable {
    let reference: ObjectReference

    /// Shares the buffer, unless a driver or a limited pool needs it back; then copies it.
    init?(keeping buffer: UnsafeMutablePointer<GstBuffer>) {
        guard let kept = mayStay(buffer) ? gst_buffer_ref(buffer) : gst_buffer_copy_deep(buffer) else { return nil }
        reference = ObjectReference(shared: &kept.pointee.mini_object)
    }

    /// The number of bytes.
    public var count: Int {
        Int(gst_buffer_get_size(pointer))
    }

    /// Maps the bytes for `body`; nil if they cannot be mapped.
    public func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result? {
        try GStreamer.withBytes(of: pointer, body)
    }

    var pointer: UnsafeMutablePointer<GstBuffer> {
        reference.cast(to: GstBuffer.self)
    }
}

/// Whether a buffer can be kept without taking it from a driver or from a pool with a limit.
///
/// A driver's pool has few buffers, and its memory is not system memory; if one were kept, the driver would drop frames. A pool
/// without a limit allocates another.
private func mayStay(_ buffer: UnsafeMutablePointer<GstBuffer>) -> Bool {
    for index in 0..<gst_buffer_n_memory(buffer) {
        guard gst_memory_is_type(gst_buffer_peek_memory(buffer, index), "SystemMemory") != 0 else { return false }
    }
    guard let pool = buffer.pointee.pool else { return true }
    guard let configuration = gst_buffer_pool_get_config(pool) else { return false }
    defer { gst_structure_free(configuration) }
    var most: guint = 0
    return gst_buffer_pool_config_get_params(configuration, nil, nil, nil, &most) != 0 && most == 0
}

/// Maps the bytes of a buffer for `body`; nil if they cannot be mapped.
func withBytes<Result>(
    of buffer: UnsafeMutablePointer<GstBuffer>, _ body: (Span<UInt8>) throws -> Result
) rethrows -> Result? {
    var map = GstMapInfo()
    guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return nil }
    defer { gst_buffer_unmap(buffer, &map) }
    return try body(UnsafeBufferPointer(start: map.data, count: Int(map.size)).span)
}
