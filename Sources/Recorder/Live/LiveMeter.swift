// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Media
import Synchronization
import Tasks
import Wire

/// Measures received live video, second by second.
final class LiveMeter: Sendable {
    private struct State {
        var bytes = 0
        var frames = 0
        var latencies: [Int64] = []
        var offset: Int64?
        /// The counters of the jitter buffer a second ago.
        var before: [String: Double] = [:]
    }

    private let state = Mutex(State())

    /// Sets the camera's clock minus this machine's, in nanoseconds.
    func set(offset: Int64) { state.withLock { $0.offset = offset } }

    /// Counts a received frame.
    func count(_ unit: AccessUnit) {
        let now = monotonicNanoseconds()
        state.withLock { state in
            state.bytes += unit.bytes.count
            state.frames += 1
            if let offset = state.offset { state.latencies.append(now + offset - unit.tick.nanoseconds) }
        }
    }

    /// The statistics of the second that ends now.
    ///
    /// - Parameter figures: the jitter buffer's counters since its start; empty over TCP, which has none.
    func second(_ figures: [String: Double]) -> LiveStatistics {
        state.withLock { state in
            func since(_ name: String) -> Int {
                Int(max(0, (figures[name] ?? 0) - (state.before[name] ?? 0)))
            }
            let sorted = state.latencies.sorted()
            let roundTrip = Int64(figures["rtx-rtt"] ?? 0)
            let statistics = LiveStatistics(
                bitsPerSecond: state.bytes * 8, frames: state.frames, lost: since("num-lost"),
                repeated: since("rtx-success-count"), late: since("num-late"),
                jitter: Int64(figures["avg-jitter"] ?? 0), roundTrip: roundTrip > 0 ? roundTrip : nil,
                latency: sorted.isEmpty ? nil : sorted[sorted.count / 2],
                slowest: sorted.isEmpty ? nil : sorted[(sorted.count * 99) / 100])
            (state.bytes, state.frames, state.before) = (0, 0, figures)
            state.latencies.removeAll(keepingCapacity: true)
            return statistics
        }
    }
}
