// SPDX-License-Identifier: Apache-2.0
import ControlClient
import TestSupport
import Testing
import Trust
import Wire

@testable import ControlServer

@Suite("The recording of a camera, requested there", .timeLimit(.minutes(1)))
struct RecordingControlTests {
    @Test("A recorder with a session reads the request among the events, and its report is in the state")
    func report() async throws {
        try await Guest.at(camera: [.view, .record]) { guest in
            try await OwnNode.withClient(at: guest.server.address) { owner in
                try await guest.withClient { recorder in
                    try await recorder.report(RecordingReport())
                    let problem = await #expect(throws: Problem.self) { try await owner.switchRecording(true) }
                    #expect(problem?.status == 409, "it has no session")
                    _ = try await recorder.beginSession()
                    let events = try await recorder.connectedEvents()
                    try await recorder.report(RecordingReport())
                    #expect(try await owner.switchRecording(true).request?.isOn == true)
                    let request = try await events.first { numbered in
                        if case .recordingControl(let control) = numbered.event { control.request } else { nil }
                    }
                    try await recorder.report(RecordingReport(startedAt: 7, answers: request?.id))
                    let control = try await owner.state().recordingControl
                    #expect(control?.request == nil)
                    #expect(control?.recorders.map(\.recorder) == [guest.id.text])
                    #expect(control?.recorders.map(\.startedAt) == [7])
                    try await recorder.endSession(isRevoked: false)
                    let away = try await owner.state().recordingControl?.recorders
                    #expect(away?.map(\.startedAt) == [7], "its recording is open")
                    _ = try await recorder.beginSession()
                    try await recorder.report(RecordingReport())
                    try await recorder.endSession(isRevoked: false)
                    #expect(try await owner.state().recordingControl?.recorders.isEmpty == true)
                }
            }
        }
    }

    @Test(
        "The report of an open recording is discarded when one of the nodes revokes the other",
        arguments: [true, false])
    func revoked(byRecorder: Bool) async throws {
        try await Guest.at(camera: [.view, .record]) { guest in
            try await OwnNode.withClient(at: guest.server.address) { owner in
                try await guest.withClient { recorder in
                    _ = try await recorder.beginSession()
                    try await recorder.report(RecordingReport(startedAt: 7))
                    #expect(try await owner.state().recordingControl?.recorders.map(\.startedAt) == [7])
                    if byRecorder {
                        try await recorder.endSession(isRevoked: true)
                    } else {
                        try guest.peers.revoke(guest.id, at: 77)
                    }
                    try await eventually("the report is gone") {
                        try await owner.state().recordingControl?.recorders.isEmpty == true
                    }
                }
            }
        }
    }

    @Test("A recorder cannot request, because that would command other recorders; nobody else can report")
    func roles() async throws {
        try await Guest.at(camera: [.view, .record]) { guest in
            try await guest.withClient { recorder in
                let problem = await #expect(throws: Problem.self) { try await recorder.switchRecording(false) }
                #expect(problem?.status == 403)
            }
            try await OwnNode.withClient(at: guest.server.address) { owner in
                let problem = await #expect(throws: Problem.self) { try await owner.report(RecordingReport()) }
                #expect(problem?.status == 403)
            }
        }
    }
}
