// SPDX-License-Identifier: Apache-2.0
import CGStreamer
import Synchronization

/// Finds holes in the sequence numbers of the RTP packets that enter a pad (RFC 3550 §5.1), and stores them until they are taken.
public final class PacketTap: Sendable {
    /// A place where packets are missing.
    public struct Hole: Sendable, Equatable {
        /// The running time of the last packet before it, in nanoseconds.
        public let before: Int64
        /// The running time of the first packet after it, in nanoseconds.
        public let after: Int64
        /// How many packets are missing; 0 if unknown, because the sender began to count anew.
        public let packets: Int

        /// A place where packets are missing.
        public init(before: Int64, after: Int64, packets: Int) {
            (self.before, self.after, self.packets) = (before, after, packets)
        }
    }

    private struct State {
        var last: (sequence: UInt16, time: Int64)?
        var holes: [Hole] = []
        var missing = 0
    }

    /// The most holes; two neighbours become one if there are more.
    static let capacity = 1_000
    /// A greater distance of two sequence numbers is a new beginning (`MAX_DROPOUT` in RFC 3550 §A.1).
    private static let farthest: UInt16 = 3_000
    /// How far behind the newest a late packet may be (`MAX_MISORDER` there).
    private static let latest: UInt16 = 100

    private let state = Mutex(State())

    init() {}

    /// The number of missing packets since the tap was made.
    public var missing: Int { state.withLock { $0.missing } }

    /// Whether there are holes that have not been taken.
    public var hasHoles: Bool { state.withLock { !$0.holes.isEmpty } }

    /// Removes and returns the holes from the front, as long as `isWanted` is true for the time of the first packet after a hole.
    public func take(while isWanted: (Int64) -> Bool) -> [Hole] {
        state.withLock { state in
            let wanted = state.holes.prefix { isWanted($0.after) }
            state.holes.removeFirst(wanted.count)
            return Array(wanted)
        }
    }

    /// Notes a packet; runs on the streaming thread.
    func pass(_ sequence: UInt16, _ time: Int64) {
        state.withLock { state in
            guard let last = state.last else {
                state.last = (sequence, time)
                return
            }
            let packets: Int
            switch sequence &- last.sequence {
            // Repeated or late: a jitter buffer lets none pass, but not every text has one.
            case 0, (.max - PacketTap.latest)...: return
            case 1:
                state.last = (sequence, time)
                return
            case let distance where distance <= PacketTap.farthest: packets = Int(distance) - 1
            default: packets = 0
            }
            state.last = (sequence, time)
            state.missing += packets
            var hole = Hole(before: last.time, after: time, packets: packets)
            if state.holes.count == PacketTap.capacity, let earlier = state.holes.popLast() {
                hole = Hole(before: earlier.before, after: time, packets: earlier.packets + packets)
            }
            state.holes.append(hole)
        }
    }
}

extension Element {
    /// Observes the RTP packets that enter through a pad; nil if the element has no such pad.
    public func tapPackets(pad name: String = "sink") -> PacketTap? {
        probe(GST_PAD_PROBE_TYPE_BUFFER, at: name, with: PacketTap(), packetPassed)
    }
}

/// Runs on the streaming thread for each packet.
private func packetPassed(
    _ pad: UnsafeMutablePointer<GstPad>?,
    _ info: UnsafeMutablePointer<GstPadProbeInfo>?,
    _ context: gpointer?
) -> GstPadProbeReturn {
    guard let pad, let info, let context, let buffer = gst_pad_probe_info_get_buffer(info),
        let time = runningTime(of: buffer, leaving: pad)
    else { return GST_PAD_PROBE_OK }
    var number: UInt16 = 0
    // The sequence number is the second 16-bit word of the header, in network byte order.
    guard gst_buffer_extract(buffer, 2, &number, 2) == 2 else { return GST_PAD_PROBE_OK }
    Unmanaged<PacketTap>.fromOpaque(context).takeUnretainedValue().pass(UInt16(bigEndian: number), time)
    return GST_PAD_PROBE_OK
}
