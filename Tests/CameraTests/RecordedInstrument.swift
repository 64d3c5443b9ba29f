// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Tasks
import Wire

@testable import Camera

/// An instrument that plays a recorded stream instead of looking at pictures; the last observation repeats.
final class RecordedInstrument: RangingInstrument {
    private let state: Mutex<(stream: [RangingObservation], asked: [[RangedPeer]], rests: Int)>

    init(_ stream: [RangingObservation]) {
        state = Mutex((stream, [], 0))
    }

    /// What was asked for, and how often it was sent to rest.
    var asked: [[RangedPeer]] { state.withLock { $0.asked } }
    var rests: Int { state.withLock { $0.rests } }

    func observe(_ peers: [RangedPeer]) async -> RangingObservation {
        state.withLock { state in
            state.asked.append(peers)
            var observation = state.stream.count > 1 ? state.stream.removeFirst() : state.stream[0]
            if observation.reason == nil { observation.capturedAt = monotonicNanoseconds() }
            return observation
        }
    }

    func rest() async { state.withLock { $0.rests += 1 } }
}
