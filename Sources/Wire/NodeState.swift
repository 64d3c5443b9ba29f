// SPDX-License-Identifier: Apache-2.0

/// How a node is: the answer of `GET /v1/state`.
package struct NodeState: Codable, Sendable, Equatable {
    /// Whether the node does its job.
    package enum Health: String, Codable, Sendable {
        /// All is well.
        case green
        /// Something is being repeated or repaired.
        case yellow
        /// The job is not done.
        case red
    }

    /// Whether the node does its job.
    package var health: Health
    /// Why it is not green, in words.
    package var reasons: [String]
    /// The disk that footage goes to; nil while it has not been looked at.
    package var disk: DiskState?
    /// What was repaired in the store of footage when the node started, in sentences, at most 50; nil if nothing was.
    package var recovery: [String]?
    /// On cameras: the capture.
    package var capture: CaptureState?
    /// On cameras: frames since the node started.
    package var counters: FrameCounters?
    /// On cameras: what stills are taken from, and which ones are being taken.
    package var stills: ShutterState?
    /// On cameras: live sessions, by id.
    package var live: [String]
    /// On recorders: recordings that run.
    package var recordings: [RecordingDescription]
    /// On recorders: links to cameras.
    package var cameras: [CameraLinkState]
    /// Sessions of peers with this node.
    package var peers: [PeerLinkState]
    /// Who watches.
    package var viewers: ViewerCount?

    /// A healthy node with nothing to report.
    package init() {
        health = .green
        (reasons, live, recordings, cameras, peers) = ([], [], [], [], [])
    }
}
