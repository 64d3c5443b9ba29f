// SPDX-License-Identifier: Apache-2.0
import CGStreamer
import Synchronization

/// Sees to it that the running times of the buffers that leave a pad grow: a driver's clock may go back a little.
///
/// A buffer whose time is not after that of the one before is given the first one that is. What comes more than a
/// second too early is left alone: squeezed together, what follows would be wrong for as long.
public final class TimeOrder: Sendable {
    private struct State {
        var last: Int64?
        var corrected = 0
        var hasJumped = false
    }

    /// The least time between two buffers, in nanoseconds: a little more than 1/90,000 s.
    private static let step: Int64 = 11_112
    /// How far a clock may go back, in nanoseconds.
    private static let limit: Int64 = 1_000_000_000

    private let state = Mutex(State())
    private let first: @Sendable (Int64) -> Void

    /// - Parameter first: told once, on the streaming thread, by how many nanoseconds a time was not after the one before.
    fileprivate init(first: @escaping @Sendable (Int64) -> Void) {
        self.first = first
    }

    /// How many buffers were given another time.
    public var corrected: Int { state.withLock { $0.corrected } }

    /// Whether a time went back by more than a second.
    public var hasJumped: Bool { state.withLock { $0.hasJumped } }

    /// What is to be added to a running time.
    fileprivate func correction(of time: Int64) -> Int64 {
        let (correction, isFirst) = state.withLock { state -> (Int64, Bool) in
            guard let last = state.last, time <= last else {
                state.last = time
                return (0, false)
            }
            guard last - time < TimeOrder.limit else {
                state.hasJumped = true
                return (0, false)
            }
            state.last = last + TimeOrder.step
            state.corrected += 1
            return (last + TimeOrder.step - time, state.corrected == 1)
        }
        if isFirst { first(correction - TimeOrder.step) }
        return correction
    }
}

extension Element {
    /// Keeps the running times of the buffers that leave through a pad in order, before taps that are made later see them;
    /// nil when the element has no such pad.
    ///
    /// - Parameter first: told once, on the streaming thread, by how many nanoseconds a time was not after the one before.
    public func orderTimes(pad name: String = "src", first: @escaping @Sendable (Int64) -> Void) -> TimeOrder? {
        probe(GST_PAD_PROBE_TYPE_BUFFER, at: name, with: TimeOrder(first: first), ordered)
    }
}

/// Runs on the streaming thread for each buffer.
private func ordered(
    _ pad: UnsafeMutablePointer<GstPad>?,
    _ info: UnsafeMutablePointer<GstPadProbeInfo>?,
    _ context: gpointer?
) -> GstPadProbeReturn {
    guard let pad, let info, let context, let buffer = gst_pad_probe_info_get_buffer(info),
        let time = runningTime(of: buffer, leaving: pad)
    else { return GST_PAD_PROBE_OK }
    let correction = Unmanaged<TimeOrder>.fromOpaque(context).takeUnretainedValue().correction(of: time)
    guard correction > 0,
        let own = gst_mini_object_make_writable(
            UnsafeMutableRawPointer(buffer).assumingMemoryBound(to: GstMiniObject.self))
    else { return GST_PAD_PROBE_OK }
    // The reference that the probe has moves into the buffer that may be written.
    info.pointee.data = UnsafeMutableRawPointer(own)
    let writable = UnsafeMutableRawPointer(own).assumingMemoryBound(to: GstBuffer.self)
    writable.pointee.pts += GstClockTime(correction)
    return GST_PAD_PROBE_OK
}
