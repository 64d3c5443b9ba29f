// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Media
import Wire

/// Estimates the frames that were lost with the RTP packets of a network camera.
struct PacketLosses {
    /// The tick of the first packet after each hole.
    private let holes: [Tick]

    /// - Parameter base: the time on the monotonic clock at running time 0, in nanoseconds.
    init(_ holes: [PacketTap.Hole], base: Int64) {
        self.holes = holes.map { Tick(nanoseconds: base + $0.after) }
    }

    /// A gap for each distance between two frames in which packets are missing.
    ///
    /// The distance says how many frames are missing; at least one is told, because a frame that came without a part of its packets
    /// is not whole.
    ///
    /// - Parameters:
    ///   - frames: the frames that came in a window, in order.
    ///   - earlier: the last frame before them; nil at the beginning of an epoch, whose losses before the first frame do not count.
    ///   - end: the first frame after them; nil if there is none.
    func gaps(among frames: [Tick], after earlier: Tick?, before end: Tick?) -> [GapDescription] {
        guard !holes.isEmpty, let first = frames.first, let last = frames.last else { return [] }
        let interval = Self.interval(of: frames)
        let known = [earlier].compactMap(\.self) + frames + [end].compactMap(\.self)
        return zip(known, known.dropFirst()).compactMap { before, after in
            guard holes.contains(where: { before < $0 && $0 <= after }) else { return nil }
            let distance = Double(after - before) / Double(interval)
            let lost = max(1, Int(distance.rounded()) - 1)
            // The gap lies in the window of its fragment.
            let begin = min(max((before + interval).rawValue, first.rawValue), last.rawValue)
            return GapDescription(
                epoch: 0, firstTick: begin, lastTick: min(max((after + -interval).rawValue, begin), last.rawValue),
                frames: lost, reason: GapReason.lostBeforeCapture.rawValue)
        }
    }

    /// The most usual distance of two frames, in ticks: what is lost makes few of them larger.
    private static func interval(of frames: [Tick]) -> Int64 {
        let distances = zip(frames, frames.dropFirst()).map { $1 - $0 }.sorted()
        return distances.isEmpty ? 3_000 : max(1, distances[distances.count / 2])
    }
}
