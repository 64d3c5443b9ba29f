// SPDX-License-Identifier: Apache-2.0
import CGStreamer

extension Element {
    /// Makes an `srtpenc` encrypt and authenticate all RTP and RTCP with one key, regardless of its text.
    ///
    /// Call it before the pipeline starts: a later change of the key would restart its keystream.
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

    /// Makes an `srtpdec` accept only the packets of these SSRCs, each with its key.
    ///
    /// Call it once for each element, before the pipeline starts.
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
    /// Passes the key to `body` as a buffer in a value.
    fileprivate func withBufferValue(_ body: (UnsafePointer<GValue>) -> Void) {
        var value = GValue()
        g_value_init(&value, gst_buffer_get_type())
        defer { g_value_unset(&value) }
        g_value_take_boxed(&value, bytes.withUnsafeBytes { gst_buffer_new_memdup($0.baseAddress, gsize($0.count)) })
        body(&value)
    }

    /// The caps that `srtpdec` needs for a new stream; nil if GStreamer cannot parse them.
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
/// GStreamer 1.22 holds the element's lock meanwhile: do not access the element here.
private func answer(_: UnsafeMutableRawPointer?, _ ssrc: guint, _ context: gpointer?) -> UnsafeMutablePointer<GstCaps>?
{
    guard let context else { return nil }
    return Unmanaged<KeyAnswers>.fromOpaque(context).takeUnretainedValue().keys[ssrc]?.streamCaps()
}
