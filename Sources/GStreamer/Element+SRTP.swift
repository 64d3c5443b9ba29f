// SPDX-License-Identifier: Apache-2.0
import CGStreamer

extension Element {
    /// Makes an `srtpenc` encrypt and authenticate all RTP and RTCP under one key, whatever its text says.
    ///
    /// Before the pipeline starts: a key that changes later begins its keystream anew.
    public func protect(with key: SRTPKey) throws(GStreamerError) {
        try requireFactory("srtpenc")
        for (cipher, authentication) in [("rtp-cipher", "rtp-auth"), ("rtcp-cipher", "rtcp-auth")] {
            try set(cipher, to: key.cipher)
            // GCM authenticates by itself.
            try set(authentication, to: "null")
        }
        try set("random-key", to: false)
        key.withBufferValue { g_object_set_property(reference.cast(to: GObject.self), "key", $0) }
    }

    /// Makes an `srtpdec` accept the packets of these SSRCs, each under its key, and of no others.
    ///
    /// Once for each element, before the pipeline starts.
    public func answerKeyRequests(_ keys: [UInt32: SRTPKey]) throws(GStreamerError) {
        try requireFactory("srtpdec")
        let callback: @convention(c) (UnsafeMutableRawPointer?, guint, gpointer?) -> UnsafeMutablePointer<GstCaps>? =
            answer
        connect(
            "request-key", of: reference.cast(to: GObject.self), to: unsafeBitCast(callback, to: GCallback.self),
            KeyAnswers(keys))
    }

    private func requireFactory(_ factory: String) throws(GStreamerError) {
        guard factoryName == factory else {
            throw .wrongKind(named: name, expected: "an \(factory)", found: factoryName)
        }
    }
}

extension SRTPKey {
    /// Lends the key as a buffer in a value.
    fileprivate func withBufferValue(_ body: (UnsafePointer<GValue>) -> Void) {
        var value = GValue()
        g_value_init(&value, gst_buffer_get_type())
        defer { g_value_unset(&value) }
        g_value_take_boxed(&value, bytes.withUnsafeBytes { gst_buffer_new_memdup($0.baseAddress, gsize($0.count)) })
        body(&value)
    }

    /// What `srtpdec` wants to know of a stream that begins; nil when GStreamer cannot write it down.
    fileprivate func streamCaps() -> UnsafeMutablePointer<GstCaps>? {
        let policy =
            "srtp-cipher=(string)\(cipher),srtp-auth=(string)null,srtcp-cipher=(string)\(cipher),srtcp-auth=(string)null"
        guard let caps = gst_caps_from_string("application/x-srtp,\(policy),roc=(uint)0") else { return nil }
        withBufferValue { gst_caps_set_value(caps, "srtp-key", $0) }
        return caps
    }
}

/// The agreed SSRCs of one `srtpdec`, with their keys.
private final class KeyAnswers: Sendable {
    let keys: [UInt32: SRTPKey]

    init(_ keys: [UInt32: SRTPKey]) {
        self.keys = keys
    }
}

/// Runs on the streaming thread for each packet of an SSRC that has no key yet.
///
/// GStreamer 1.22 holds the element's lock meanwhile: touch nothing of the element's.
private func answer(_: UnsafeMutableRawPointer?, _ ssrc: guint, _ context: gpointer?) -> UnsafeMutablePointer<GstCaps>?
{
    guard let context else { return nil }
    return Unmanaged<KeyAnswers>.fromOpaque(context).takeUnretainedValue().keys[ssrc]?.streamCaps()
}
