// SPDX-License-Identifier: Apache-2.0
import Media
import Footage

/// The frames that the simulated camera made, epoch by epoch: what the account is judged by.
final class Truth: @unchecked Sendable {
    /// One frame.
    struct Frame {
        let tick: Tick
        /// Nil for a frame that the encoder lost.
        let bytes: [UInt8]?
        /// When it was captured, in nanoseconds since 1970 UTC.
        let utc: Int64
    }

    /// One epoch, by its id.
    struct Epoch {
        var frames: [Frame] = []
        /// Behind each fragment, by its sequence number from 1, the frames that were captured up to there.
        var totals: [Int] = []
        /// For each of these fragments, whether it begins with a key frame.
        var syncs: [Bool] = []
        /// How many frames the camera counted in the account, once the epoch has ended in order.
        var isInOrder = false
        /// The frames up to here were in fragments on the camera's disk.
        var durable = 0
    }

    private(set) var epochs: [String: Epoch] = [:]
    /// The ids in the order in which the epochs began.
    private(set) var order: [String] = []
    /// Where recordings begin as the recorder was told first: epoch and sequence of the first fragment, or the epoch after.
    private(set) var begins: [String: (epoch: String?, sequence: Int, isNext: Bool)] = [:]

    func begin(_ id: String) {
        epochs[id] = Epoch()
        order.append(id)
    }

    func change(_ id: String, _ body: (inout Epoch) -> Void) {
        // In place: a copy of all frames for each frame takes longer than the rest of a run.
        if epochs[id] != nil { body(&epochs[id, default: Epoch()]) }
    }

    func promise(_ recording: String, _ begin: (epoch: String?, sequence: Int, isNext: Bool)) {
        if begins[recording] == nil { begins[recording] = begin }
    }
}
