// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// Passes on the clock readings in the sender reports (RFC 3550 §6.4.1) among the RTCP packets that enter a pad.
public final class ReportTap: Sendable {
    /// The type of a sender report, which is the first packet of each compound packet of a sender.
    private static let senderReport: UInt8 = 200
    /// Its header, SSRC and time.
    static let length = 16

    private let note: @Sendable (UInt64) -> Void

    init(_ note: @escaping @Sendable (UInt64) -> Void) {
        self.note = note
    }

    /// The time in the beginning of a compound packet, as NTP writes it; nil if it has none.
    static func time(in head: [UInt8]) -> UInt64? {
        guard head.count >= length, head[0] >> 6 == 2, head[1] == senderReport else { return nil }
        let time = head[8..<16].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        // A sender without a wall clock sends 0.
        return time == 0 ? nil : time
    }

    /// Runs on the streaming thread for each compound packet.
    func pass(_ head: [UInt8]) {
        if let time = Self.time(in: head) { note(time) }
    }
}

extension Element {
    /// Observes the sender reports that enter through a pad; nil if the element has no such pad.
    ///
    /// - Parameter note: gets each reading when its report arrives, on the streaming thread: seconds since 1900 in the upper 32 bits,
    ///   and their fraction in the lower ones.
    public func tapReports(pad name: String, _ note: @escaping @Sendable (UInt64) -> Void) -> ReportTap? {
        probe(GST_PAD_PROBE_TYPE_BUFFER, at: name, with: ReportTap(note), reportPassed)
    }
}

/// Runs on the streaming thread for each compound packet.
private func reportPassed(
    _ pad: UnsafeMutablePointer<GstPad>?,
    _ info: UnsafeMutablePointer<GstPadProbeInfo>?,
    _ context: gpointer?
) -> GstPadProbeReturn {
    guard let info, let context, let buffer = gst_pad_probe_info_get_buffer(info) else { return GST_PAD_PROBE_OK }
    var head = [UInt8](repeating: 0, count: ReportTap.length)
    guard gst_buffer_extract(buffer, 0, &head, gsize(head.count)) == gsize(head.count) else { return GST_PAD_PROBE_OK }
    Unmanaged<ReportTap>.fromOpaque(context).takeUnretainedValue().pass(head)
    return GST_PAD_PROBE_OK
}
