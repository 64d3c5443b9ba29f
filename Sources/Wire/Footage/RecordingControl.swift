// SPDX-License-Identifier: Apache-2.0

/// A request to start or stop the recording of a camera: the body of `PUT /v1/recording/switch`.
package struct RecordingSwitch: Codable, Sendable, Equatable {
    /// The request's id, which the camera chooses; nil in the body.
    package var id: String?
    /// Whether the camera is to be recorded.
    package var isOn: Bool
    /// The press, on the camera's monotonic clock in nanoseconds, at most a minute in the future; nil in the body for the arrival.
    @WithinIfPresent<Bounds.Monotonic, Int64> package var pressedAt: Int64?

    /// A request; see the properties.
    package init(id: String? = nil, isOn: Bool, pressedAt: Int64? = nil) {
        (self.id, self.isOn, self.pressedAt) = (id, isOn, pressedAt)
    }
}

/// What a recorder says of a camera's recording: the body of `PUT /v1/recording/report`.
package struct RecordingReport: Codable, Sendable, Equatable {
    /// The recorder's node id, which the camera fills in; nil in the body.
    package var recorder: String?
    /// When the running recording begins, in nanoseconds since 1970 UTC: its first frame, or its start while it has none; nil
    /// if there is none, or it is stopping.
    @WithinIfPresent<Bounds.UTC, Int64> package var startedAt: Int64?
    /// Where to read why the running recording does not grow although it should; nil if it does.
    package var trouble: String?
    /// The request that the recorder has carried out or refused since its last report.
    package var answers: String?
    /// Why it refused that request; nil if it carried it out.
    package var problem: String?

    /// A report; see the properties.
    package init(startedAt: Int64? = nil, answers: String? = nil, problem: String? = nil) {
        (self.startedAt, self.answers, self.problem) = (startedAt, answers, problem)
    }
}

/// The recording of a camera, as its recorders report it: part of `GET /v1/state`, and `recording-control` events.
package struct RecordingControl: Codable, Sendable, Equatable {
    /// The request that a recorder still has to answer.
    package var request: RecordingSwitch?
    /// The last report of each recorder, in the order of their ids.
    package var recorders: [RecordingReport]

    /// A camera without recorders.
    package init() { recorders = [] }
}
