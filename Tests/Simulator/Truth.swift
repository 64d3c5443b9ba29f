// SPDX-License-Identifier: Apache-2.0
import Media
import Footage

/// The frames that the simulated camera made, by epoch; the account is compared with them.
final class Truth: @unchecked Sendable {
    struct Frame {
        let tick: Tick
        /// Nil for a frame that the encoder lost.
        let bytes: [UInt8]?
        /// The time of capture, in nanoseconds since 1970 UTC.
        let utc: Int64
    }

    struct Epoch {
        var frames: [Frame] = []
        /// The number of captured frames up to the end of each fragment; index 0 is fragment 1.
        var totals: [Int] = []
        /// Whether each of these fragments begins with a key frame.
        var syncs: [Bool] = []
        /// Whether the fragment in progress does, which a camera that crashes may have kept.
        var isSync = true
        /// Whether the epoch has ended in order.
        var isInOrder = false
        /// The number of frames in fragments on the camera's disk.
        var durable = 0
    }

    private(set) var epochs: [String: Epoch] = [:]
    /// The ids in the order in which the epochs began.
    private(set) var order: [String] = []
    /// The start of each recording as first reported to its recorder: epoch and sequence of its first fragment, or the epoch after.
    private(set) var begins: [String: (epoch: String?, sequence: Int, isNext: Bool)] = [:]
    /// The recordings whose start was told by a live session only: the first request may reach back from there.
    private var ofLive: Set<String> = []

    /// Where the camera was when each recording was stopped: the epoch, and the frames that it had captured.
    private(set) var stops: [String: (epoch: String, frames: Int)] = [:]

    /// The frames that had been deleted from each recording when it was locked.
    private(set) var locked: [String: Int] = [:]

    func lock(_ recording: String, _ deleted: Int) { locked[recording] = deleted }

    func stop(_ recording: String) {
        guard stops[recording] == nil else { return }
        stops[recording] = now
    }

    /// Where the camera was when each recording was started.
    private(set) var starts: [String: (epoch: String, frames: Int)] = [:]
    private var pressed: (epoch: String, frames: Int)?

    func press() { pressed = now }
    func start(_ recording: String) { starts[recording] = pressed }

    private var now: (epoch: String, frames: Int)? { order.last.map { ($0, epochs[$0]?.frames.count ?? 0) } }

    func begin(_ id: String) {
        epochs[id] = Epoch()
        order.append(id)
    }

    func change(_ id: String, _ body: (inout Epoch) -> Void) {
        // Changed in place: copying all frames for each new frame would take longer than the rest of a run.
        if epochs[id] != nil { body(&epochs[id, default: Epoch()]) }
    }

    func promise(
        _ recording: String, _ begin: (epoch: String?, sequence: Int, isNext: Bool), isOfLive: Bool = false
    ) {
        let isFirst = begins[recording] == nil
        if isFirst || !isOfLive && ofLive.contains(recording) { begins[recording] = begin }
        if isOfLive, isFirst { ofLive.insert(recording) } else if !isOfLive { ofLive.remove(recording) }
    }
}
