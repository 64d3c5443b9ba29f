// SPDX-License-Identifier: Apache-2.0

/// A node's state: the answer of `GET /v1/state`.
package struct NodeState: Codable, Sendable, Equatable {
    /// Whether the node does its job.
    package enum Health: String, Codable, Sendable {
        /// No problem.
        case green
        /// Something is being retried or repaired.
        case yellow
        /// The node does not do its job.
        case red
    }

    /// Whether the node does its job.
    package var health: Health
    /// Why the health is not green, as sentences.
    package var reasons: [String]
    /// The disk that stores footage; nil until it was first checked.
    package var disk: DiskState?
    /// The repairs of the footage store at the node's start, in sentences, at most 50; nil for none.
    package var recovery: [String]?
    /// On cameras: the capture.
    package var capture: CaptureState?
    /// On cameras: frames since the node started.
    package var counters: FrameCounters?
    /// On cameras: the source of stills, and the jobs in progress.
    package var stills: ShutterState?
    /// On cameras: the recording, as recorders report it.
    package var recordingControl: RecordingControl?
    /// On cameras: live sessions, by id.
    package var live: [String]
    /// On recorders: the running recordings.
    package var recordings: [RecordingDescription]
    /// On recorders: links to cameras.
    package var cameras: [CameraLinkState]
    /// On recorders: the series of several cameras that are not over, without their moments; nil for none.
    package var series: [MomentSeries]?
    /// Sessions of peers with this node.
    package var peers: [PeerLinkState]
    /// On cameras: the number of sessions that ask where somebody is; nil for none.
    @WithinIfPresent<Bounds.Count, Int> package var ranging: Int?
    /// The number of viewers.
    package var viewers: ViewerCount?

    /// A healthy node with nothing to report.
    package init() {
        health = .green
        (reasons, live, recordings, cameras, peers) = ([], [], [], [], [])
    }
}
