// SPDX-License-Identifier: Apache-2.0

/// Something that happened on a node: one message of `GET /v1/events`.
///
/// Travels as a server-sent event whose `event` field is the kind and whose `data` field is the payload alone.
package enum Event: Sendable, Equatable {
    /// The capture changed its state.
    case capture(CaptureState)
    /// A fragment was closed.
    case fragment(FragmentAnnouncement)
    /// A job for stills made progress; once a second while it counts down.
    case stillJob(StillJob)
    /// A still was taken.
    case still(Still)
    /// A recording changed its state.
    case recording(RecordingDescription)
    /// A transfer made progress or changed its phase.
    case transfer(TransferProgress)
    /// A link to a camera changed.
    case cameraLink(CameraLinkState)
    /// A peer's session with this node changed.
    case peer(PeerLinkState)
    /// Controls of the camera were changed.
    case controls(ControlUpdate)
    /// A remote requested to start or stop the recording, or a recorder reported its state.
    case recordingControl(RecordingControl)
    /// A series of several cameras made progress; once a second while it counts down.
    case momentSeries(MomentSeries)

    /// The value of the `event` field.
    package var kind: String {
        switch self {
        case .capture: "capture"
        case .fragment: "fragment"
        case .stillJob: "still-job"
        case .still: "still"
        case .recording: "recording"
        case .transfer: "transfer"
        case .cameraLink: "camera-link"
        case .peer: "peer"
        case .controls: "controls"
        case .recordingControl: "recording-control"
        case .momentSeries: "moment-series"
        }
    }
}
