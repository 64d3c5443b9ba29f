// SPDX-License-Identifier: Apache-2.0
import CGStreamer
import Testing

@testable import GStreamer

@Suite("Kept buffers")
struct BufferTests {
    @Test("a buffer of a pool with a bound is copied, and the pool gets its own back")
    func copiesFromBounded() throws {
        gst_init(nil, nil)
        let pool = try #require(gst_buffer_pool_new())
        defer { gst_object_unref(pool) }
        let configuration = gst_buffer_pool_get_config(pool)
        gst_buffer_pool_config_set_params(configuration, nil, 16, 1, 1)
        #expect(gst_buffer_pool_set_config(pool, configuration) != 0)
        #expect(gst_buffer_pool_set_active(pool, 1) != 0)
        defer { gst_buffer_pool_set_active(pool, 0) }
        var kept: [Buffer] = []
        for number in UInt8(1)...3 {
            var acquired: UnsafeMutablePointer<GstBuffer>?
            #expect(gst_buffer_pool_acquire_buffer(pool, &acquired, nil) == GST_FLOW_OK)
            let buffer = try #require(acquired)
            gst_buffer_memset(buffer, 0, number, 16)
            kept.append(try #require(Buffer(keeping: buffer)))
            gst_buffer_unref(buffer)
        }
        #expect(kept.map { buffer in buffer.withBytes { $0[0] } } == [1, 2, 3])
    }
}
