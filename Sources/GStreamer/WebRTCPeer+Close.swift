// SPDX-License-Identifier: Apache-2.0
import CGStreamer

extension WebRTCPeer {
    /// Tells the other end that the connection is over (close_notify of DTLS); returns when that was sent.
    ///
    /// Without it, the other end waits seconds for packets before it sees that there is no connection any more. Returns at once
    /// if there is no DTLS connection. The caller limits the time, because nothing is sent if the network accepts no packets.
    public func close() async {
        let encrypters = gst_bin_iterate_all_by_element_factory_name(element.reference.cast(to: GstBin.self), "dtlsenc")
        guard let encrypters,
            let encrypter = collect(encrypters, { Element(ObjectReference(borrowed: $0)) }).first,
            let sink = gst_element_get_static_pad(encrypter.reference.cast(to: GstElement.self), "sink")
        else { return }
        defer { gst_object_unref(sink) }
        guard let departure = encrypter.probe(GST_PAD_PROBE_TYPE_BUFFER, at: "src", with: Departure(), packetLeaves)
        else {
            return
        }
        gst_pad_send_event(sink, gst_event_new_eos())
        for await _ in departure.moments { return }
    }
}

/// The moment at which a packet has left for good.
private final class Departure: Sendable {
    let moments: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (moments, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    deinit {
        continuation.finish()
    }

    func happened() { continuation.yield(()) }
}

/// Runs on the encrypter's thread, which sends nothing after this packet; sends it three times in 90 ms.
///
/// The network may lose one, also because of the video before it. The receiver ignores repeated ones (RFC 6347, section 4.1.2.6).
private func packetLeaves(
    _ pad: UnsafeMutablePointer<GstPad>?, _ info: UnsafeMutablePointer<GstPadProbeInfo>?, _ context: gpointer?
) -> GstPadProbeReturn {
    guard let pad, let info, let context, let packet = gst_pad_probe_info_get_buffer(info),
        let receiver = gst_pad_get_peer(pad)
    else { return GST_PAD_PROBE_REMOVE }
    defer { gst_object_unref(receiver) }
    for pause in [0, 30_000, 60_000] as [gulong] {
        g_usleep(pause)
        gst_pad_chain(receiver, gst_buffer_ref(packet))
    }
    Unmanaged<Departure>.fromOpaque(context).takeUnretainedValue().happened()
    return GST_PAD_PROBE_DROP
}
