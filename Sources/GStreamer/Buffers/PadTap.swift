// SPDX-License-Identifier: Apache-2.0
import CGStreamer
import Synchronization

/// Counts the buffers that pass a pad, and stores their running times until they are taken.
public final class PadTap: Sendable {
    /// Buffers that a source left out.
    public struct Hole: Sendable, Equatable {
        /// The running time of the last buffer before them, in nanoseconds; nil if there was none.
        public let time: Int64?
        /// How many there are.
        public var buffers: Int

        /// So many buffers, left out after this time.
        public init(time: Int64?, buffers: Int) {
            (self.time, self.buffers) = (time, buffers)
        }
    }

    private struct State {
        var passed = 0
        var times: [Int64] = []
        /// The number and the running time of the last buffer.
        var (number, time) = (UInt64?.none, Int64?.none)
        var holes: [Hole] = []
    }

    /// The most running times; older ones are dropped first, but `passed` still counts them.
    public static let capacity = 36_000

    private let state = Mutex(State())

    init() {}

    /// The number of buffers since the tap was made.
    public var passed: Int {
        state.withLock { $0.passed }
    }

    /// The number of running times that have not been taken.
    public var waiting: Int { state.withLock { $0.times.count } }

    /// The number of running times in a range, in nanoseconds, that have not been taken.
    public func waiting(in range: ClosedRange<Int64>) -> Int {
        state.withLock { $0.times.count(where: range.contains) }
    }

    /// Whether a source left out buffers since these were taken.
    public var hasHoles: Bool { state.withLock { !$0.holes.isEmpty } }

    /// The running time of the last buffer, in nanoseconds; nil before the first.
    public var last: Int64? { state.withLock { $0.time } }

    /// Removes and returns what a source left out since the last call: holes in the numbers that it gives its buffers.
    ///
    /// Sources that number nothing, or anew, leave out none.
    public func takeHoles() -> [Hole] {
        state.withLock { state in
            defer { state.holes = [] }
            return state.holes
        }
    }

    /// Removes and returns running times (nanoseconds, in order of passing) from the front, as long as `isWanted` is true.
    public func take(while isWanted: (Int64) -> Bool) -> [Int64] {
        state.withLock { state in
            let wanted = state.times.prefix(while: isWanted)
            state.times.removeFirst(wanted.count)
            return Array(wanted)
        }
    }

    /// Runs on the streaming thread.
    fileprivate func pass(_ time: Int64, number: UInt64?) {
        state.withLock { state in
            state.passed += 1
            if let number, let last = state.number, number > last + 1 {
                let missing = Int(min(number - last - 1, UInt64(PadTap.capacity)))
                if state.holes.count < PadTap.capacity {
                    state.holes.append(Hole(time: state.time, buffers: missing))
                } else {
                    state.holes[PadTap.capacity - 1].buffers += missing
                }
            }
            (state.number, state.time) = (number, time < 0 ? nil : time)
            if state.times.count >= PadTap.capacity { state.times.removeFirst(PadTap.capacity / 10) }
            state.times.append(time)
        }
    }
}

extension Element {
    /// Observes the buffers that leave through a pad; nil if the element has no such pad.
    public func tap(pad name: String = "src") -> PadTap? {
        probe(GST_PAD_PROBE_TYPE_BUFFER, at: name, with: PadTap(), passed)
    }
}

/// Runs on the streaming thread for each buffer.
private func passed(
    _ pad: UnsafeMutablePointer<GstPad>?,
    _ info: UnsafeMutablePointer<GstPadProbeInfo>?,
    _ context: gpointer?
) -> GstPadProbeReturn {
    guard let pad, let info, let context, let buffer = gst_pad_probe_info_get_buffer(info) else {
        return GST_PAD_PROBE_OK
    }
    // GST_BUFFER_OFFSET_NONE is all ones.
    let number = buffer.pointee.offset == .max ? nil : UInt64(buffer.pointee.offset)
    Unmanaged<PadTap>.fromOpaque(context).takeUnretainedValue()
        .pass(runningTime(of: buffer, leaving: pad) ?? -1, number: number)
    return GST_PAD_PROBE_OK
}
