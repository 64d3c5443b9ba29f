// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// The caps of a reference timestamp that RFC 6051 transports (`rtphdrextntp64`).
enum ReferenceTime {
    /// Created once and never freed, so that all threads can compare it.
    private static let address: UInt = {
        _ = runtime
        return UInt(bitPattern: gst_caps_from_string("timestamp/x-ntp"))
    }()

    static var caps: UnsafeMutablePointer<GstCaps>? {
        UnsafeMutablePointer(bitPattern: address)
    }
}
