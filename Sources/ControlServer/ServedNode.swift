// SPDX-License-Identifier: Apache-2.0
package import Camera
package import Recorder
package import Trust
package import Wire

/// The node that a server stands in front of.
package enum ServedNode: Sendable {
    /// A camera box.
    case camera(CameraNode)
    /// A recorder.
    case recorder(RecorderNode)

    /// Who it is.
    var description: NodeDescription {
        switch self {
        case .camera(let node): node.description
        case .recorder(let node): node.description
        }
    }

    /// The recorder, if it is one.
    package var recorder: RecorderNode? {
        if case .recorder(let node) = self { node } else { nil }
    }

    /// What happens on it.
    package var events: EventFeed {
        switch self {
        case .camera(let node): node.events
        case .recorder(let node): node.events
        }
    }

    /// How it is.
    ///
    /// - Parameter scope: the cameras that the caller may view; on a camera every caller may view that one.
    package func state(of scope: ViewScope = .all) async -> NodeState {
        switch self {
        case .camera(let node): await node.state()
        case .recorder(let node): await node.state(of: scope)
        }
    }

    /// Ends what a peer has open here.
    func endLive(of peer: String) async {
        if case .camera(let node) = self { node.footage.endLive(of: peer) }
    }

    /// Keeps nothing for somebody who is no peer any more.
    func forget(_ peer: String) async {
        if case .camera(let node) = self { await node.forget(peer) }
    }

    /// Deletes what waited for nothing but recorders that are not paired any more.
    ///
    /// - Parameter paired: the ids of the recorders that are paired and not revoked.
    func deleteDelivered(among paired: Set<String>) async {
        if case .camera(let node) = self { await node.deleteDeliveredStills(among: paired) }
    }

    /// Both of its clocks.
    func clock() -> ClockReading {
        switch self {
        case .camera(let node): node.clock()
        case .recorder(let node): node.clock()
        }
    }
}
