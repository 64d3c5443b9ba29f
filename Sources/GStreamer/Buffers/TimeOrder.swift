// SPDX-License-Identifier: Apache-2.0
import CGStreamer
import Synchronization

/// Makes the running times of the buffers that leave a pad grow, because a driver's clock may go back a little, and gives a time
/// to buffers that have none.
///
/// A buffer whose time is not at least a tick after that of the one before gets the next possible time. A buffer that is a second or more too early
/// is left unchanged: correcting it would give wrong times to all following buffers for that long.
public final class TimeOrder: Sendable {
    private struct State {
        var last: Int64?
        /// The time between the last two buffers that had times.
        var interval = TimeOrder.step
        var corrected = 0
        var hasJumped = false
    }

    /// The least time between two buffers, in nanoseconds: a little more than 1/90,000 s.
    private static let step: Int64 = 11_112
    /// The limit of correction, in nanoseconds.
    private static let limit: Int64 = 1_000_000_000

    /// The most time that a buffer without one lies behind the one before, in nanoseconds: pictures come in bursts after a stall.
    private static let longest: Int64 = 100_000_000

    private let state = Mutex(State())
    private let first: @Sendable (Int64) -> Void

    fileprivate init(first: @escaping @Sendable (Int64) -> Void) {
        self.first = first
    }

    /// The number of buffers with a corrected time.
    public var corrected: Int { state.withLock { $0.corrected } }

    /// Whether a time went back by a second or more.
    public var hasJumped: Bool { state.withLock { $0.hasJumped } }

    /// The running time for a buffer that has none; nil before the first one that has.
    ///
    /// On a busy machine, pictures of a network camera that is read by TCP come without times (GStreamer 1.22).
    fileprivate func next() -> Int64? {
        state.withLock { state in
            state.last = state.last.map { $0 + state.interval }
            return state.last
        }
    }

    /// The nanoseconds to add to a running time.
    fileprivate func correction(of time: Int64) -> Int64 {
        let (correction, isFirst) = state.withLock { state -> (Int64, Bool) in
            // Less than a tick later is the same time to all who count in ticks.
            guard let last = state.last, time < last + TimeOrder.step else {
                if let last = state.last { state.interval = min(time - last, TimeOrder.longest) }
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
    /// Makes the running times of the buffers that leave through a pad grow, before taps that are made later see them.
    ///
    /// Returns nil if the element has no such pad.
    ///
    /// - Parameter first: called on the streaming thread for the first correction, with the nanoseconds by which the time had gone
    ///   back.
    public func orderTimes(pad name: String = "src", first: @escaping @Sendable (Int64) -> Void) -> TimeOrder? {
        probe(GST_PAD_PROBE_TYPE_BUFFER, at: name, with: TimeOrder(first: first), ordered)
    }
}

/// The timestamp of a running time in the segment of a buffer that passes a pad; nil outside of it.
private func position(of time: Int64, leaving pad: UnsafeMutablePointer<GstPad>) -> GstClockTime? {
    guard let event = gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0) else { return nil }
    defer { gst_event_unref(event) }
    var segment: UnsafePointer<GstSegment>?
    gst_event_parse_segment(event, &segment)
    guard let segment, segment.pointee.format == GST_FORMAT_TIME else { return nil }
    let position = gst_segment_position_from_running_time(segment, GST_FORMAT_TIME, guint64(time))
    return position == .max ? nil : position
}

/// Runs on the streaming thread for each buffer.
private func ordered(
    _ pad: UnsafeMutablePointer<GstPad>?,
    _ info: UnsafeMutablePointer<GstPadProbeInfo>?,
    _ context: gpointer?
) -> GstPadProbeReturn {
    guard let pad, let info, let context, let buffer = gst_pad_probe_info_get_buffer(info) else {
        return GST_PAD_PROBE_OK
    }
    let order = Unmanaged<TimeOrder>.fromOpaque(context).takeUnretainedValue()
    let presentation: GstClockTime
    if let time = runningTime(of: buffer, leaving: pad) {
        let correction = order.correction(of: time)
        guard correction > 0 else { return GST_PAD_PROBE_OK }
        presentation = buffer.pointee.pts + GstClockTime(correction)
    } else {
        guard buffer.pointee.pts == .max, let time = order.next(),
            let position = position(of: time, leaving: pad)
        else { return GST_PAD_PROBE_OK }
        presentation = position
    }
    guard
        let own = gst_mini_object_make_writable(
            UnsafeMutableRawPointer(buffer).assumingMemoryBound(to: GstMiniObject.self))
    else { return GST_PAD_PROBE_OK }
    // The probe's reference moves to the writable buffer.
    info.pointee.data = UnsafeMutableRawPointer(own)
    UnsafeMutableRawPointer(own).assumingMemoryBound(to: GstBuffer.self).pointee.pts = presentation
    return GST_PAD_PROBE_OK
}
