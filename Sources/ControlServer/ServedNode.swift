// SPDX-License-Identifier: Apache-2.0
package import Camera
package import Recorder
package import Trust
import Viewing
package import Wire

/// The node behind a server.
package enum ServedNode: Sendable {
    /// A camera box.
    case camera(CameraNode)
    /// A recorder.
    case recorder(RecorderNode)

    var description: NodeDescription {
        switch self {
        case .camera(let node): node.description
        case .recorder(let node): node.description
        }
    }

    /// The recorder; nil for a camera.
    package var recorder: RecorderNode? {
        if case .recorder(let node) = self { node } else { nil }
    }

    /// The still jobs of a camera.
    var jobs: StillJobs? {
        if case .camera(let node) = self { node.jobs } else { nil }
    }

    /// The peers that the node itself has connected to: a recorder's cameras.
    var reached: Set<NodeID> {
        recorder?.connected ?? []
    }

    /// The node's events.
    package var events: EventFeed {
        switch self {
        case .camera(let node): node.events
        case .recorder(let node): node.events
        }
    }

    /// The node's state.
    ///
    /// - Parameter scope: the cameras that the caller may view; on a camera every caller may view that one.
    package func state(of scope: ViewScope = .all) async -> NodeState {
        switch self {
        case .camera(let node): await node.state()
        case .recorder(let node): await node.state(of: scope)
        }
    }

    /// Starts the viewers' process of a camera, whose page shows live video, while a browser still reads the page.
    ///
    /// - Parameter rights: those of the browser.
    @Sendable func prepareViewer(_ rights: Rights) {
        guard case .camera(let camera) = self, !rights.grants.isDisjoint(with: [.view, .shoot]) else { return }
        camera.viewers.prepare(for: camera.description.id)
    }

    /// Ends everything that a peer had open when its session was over.
    func endSession(of peer: String) async {
        if case .camera(let node) = self { node.endSession(of: peer) }
    }

    /// Discards a peer's report of its recording, because the peer has revoked this node.
    ///
    /// Footage that the node holds for the peer stays: the peer fetches it if the two are paired again.
    func forgetRecording(of peer: String) {
        if case .camera(let node) = self { node.recording.forget(peer) }
    }

    /// Releases everything that the node holds for a former peer.
    func forget(_ peer: String) async {
        if case .camera(let node) = self { await node.forget(peer) }
    }

    /// Deletes stills that only had to be delivered to recorders that are no longer paired.
    ///
    /// - Parameter paired: the ids of the recorders that are paired and not revoked.
    func deleteDelivered(among paired: Set<String>) async {
        if case .camera(let node) = self { await node.deleteDeliveredStills(among: paired) }
    }

    /// The readings of the node's clocks.
    func clock() -> ClockReading {
        switch self {
        case .camera(let node): node.clock()
        case .recorder(let node): node.clock()
        }
    }
}
