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

/// The moment at which a packet has left a pad.
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

/// Runs on the encrypter's thread before it sends a packet.
private func packetLeaves(
    _ pad: UnsafeMutablePointer<GstPad>?, _: UnsafeMutablePointer<GstPadProbeInfo>?, _ context: gpointer?
) -> GstPadProbeReturn {
    guard let pad, let context else { return GST_PAD_PROBE_REMOVE }
    let departure = Unmanaged<Departure>.fromOpaque(context).takeUnretainedValue()
    gst_pad_add_probe(
        pad, GST_PAD_PROBE_TYPE_IDLE, packetHasLeft, Unmanaged.passRetained(departure).toOpaque(), releaseContext)
    return GST_PAD_PROBE_REMOVE
}

/// Runs on the encrypter's thread when the packet has been sent.
private func packetHasLeft(
    _: UnsafeMutablePointer<GstPad>?, _: UnsafeMutablePointer<GstPadProbeInfo>?, _ context: gpointer?
) -> GstPadProbeReturn {
    if let context { Unmanaged<Departure>.fromOpaque(context).takeUnretainedValue().happened() }
    return GST_PAD_PROBE_REMOVE
}
