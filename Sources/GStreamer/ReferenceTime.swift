// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// The caps that mark a reference timestamp as the one that RFC 6051 carries (`rtphdrextntp64`).
enum ReferenceTime {
    /// Immortal: made once, never freed, so that it can be compared on every thread.
    private static let address: UInt = {
        _ = runtime
        return UInt(bitPattern: gst_caps_from_string("timestamp/x-ntp"))
    }()

    static var caps: UnsafeMutablePointer<GstCaps>? {
        UnsafeMutablePointer(bitPattern: address)
    }
}
