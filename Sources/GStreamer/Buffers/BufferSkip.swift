// SPDX-License-Identifier: Apache-2.0
import CGStreamer
import Synchronization

/// Drops the first buffers that arrive at a pad.
final class BufferSkip: Sendable {
    private let left: Atomic<Int>

    init(_ count: Int) {
        left = Atomic(count)
    }

    /// Runs on the streaming thread; whether the next buffer is dropped.
    fileprivate func drops() -> Bool {
        guard left.load(ordering: .relaxed) > 0 else { return false }
        left.subtract(1, ordering: .relaxed)
        return true
    }
}

extension Element {
    /// Drops the first buffers that leave through a pad; returns false if the element has no such pad.
    public func dropFirst(_ count: Int, pad name: String = "src") -> Bool {
        probe(GST_PAD_PROBE_TYPE_BUFFER, at: name, with: BufferSkip(count), skipped) != nil
    }
}

/// Runs on the streaming thread for each buffer.
private func skipped(
    _ pad: UnsafeMutablePointer<GstPad>?,
    _ info: UnsafeMutablePointer<GstPadProbeInfo>?,
    _ context: gpointer?
) -> GstPadProbeReturn {
    guard let context else { return GST_PAD_PROBE_OK }
    let skip = Unmanaged<BufferSkip>.fromOpaque(context).takeUnretainedValue()
    return skip.drops() ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK
}
