// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// A buffer that is kept beyond the call that lent it; its bytes never change.
public struct Buffer: Sendable {
    let reference: ObjectReference

    /// Shares the buffer where that starves nobody, and copies it where it would.
    init?(keeping buffer: UnsafeMutablePointer<GstBuffer>) {
        guard let kept = mayStay(buffer) ? gst_buffer_ref(buffer) : gst_buffer_copy_deep(buffer) else { return nil }
        reference = ObjectReference(shared: &kept.pointee.mini_object)
    }

    /// How many bytes it holds.
    public var count: Int {
        Int(gst_buffer_get_size(pointer))
    }

    /// Lends the bytes; nil when they cannot be mapped.
    public func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result? {
        try GStreamer.withBytes(of: pointer, body)
    }

    var pointer: UnsafeMutablePointer<GstBuffer> {
        reference.cast(to: GstBuffer.self)
    }
}

/// Whether a buffer can be held without taking it from a driver or from a pool that counts.
///
/// A driver's pool has few buffers and its memory is not the system's; while we held one, the driver would drop
/// frames. A pool without a bound makes another.
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

/// Lends the bytes of a buffer; nil when they cannot be mapped.
func withBytes<Result>(
    of buffer: UnsafeMutablePointer<GstBuffer>, _ body: (Span<UInt8>) throws -> Result
) rethrows -> Result? {
    var map = GstMapInfo()
    guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return nil }
    defer { gst_buffer_unmap(buffer, &map) }
    return try body(UnsafeBufferPointer(start: map.data, count: Int(map.size)).span)
}
