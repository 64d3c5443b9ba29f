// SPDX-License-Identifier: Apache-2.0
import Tasks
import TestSupport
import Testing
import Wire

@testable import Camera

@Suite("Requests to start or stop the recording", .timeLimit(.minutes(1)))
struct RecordingRemoteTests {
    /// Runs the body with the requests of a camera whose recorders attic and barn have reported.
    private func withRemote(
        patience: Duration = .seconds(60), _ body: (RecordingRemote) async throws -> Void
    ) async throws {
        let nursery = Nursery()
        let remote = RecordingRemote(events: EventFeed(), nursery: nursery, patience: patience)
        remote.report(RecordingReport(), of: "barn")
        remote.report(RecordingReport(), of: "attic")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await nursery.run() }
            try await body(remote)
            group.cancelAll()
        }
    }

    @Test("A request waits for each connected recorder, one at a time, and says what each answered")
    func answers() async throws {
        try await withRemote { remote in
            let id = try remote.request(RecordingSwitch(isOn: true), of: ["attic", "barn", "a phone"]).request?.id
            #expect(throws: Problem.self) { try remote.request(RecordingSwitch(isOn: false), of: ["attic"]) }
            remote.report(RecordingReport(startedAt: 5), of: "attic")
            remote.report(RecordingReport(startedAt: 5, answers: "another"), of: "attic")
            remote.report(RecordingReport(startedAt: 5, answers: id), of: "attic")
            #expect(remote.control.request?.isOn == true, "barn has not answered")
            remote.report(RecordingReport(answers: id, problem: String(repeating: "x", count: 5_000)), of: "barn")
            #expect(remote.control.request == nil)
            #expect(remote.control.recorders.map(\.recorder) == ["attic", "barn"])
            #expect(remote.control.recorders.map(\.startedAt) == [5, nil])
            #expect(remote.control.recorders.map { $0.problem?.count } == [nil, 1_000])
            #expect(
                try remote.request(RecordingSwitch(isOn: false), of: ["barn"]).recorders[1].problem == nil,
                "that was the last request")
        }
    }

    @Test("Without a connected recorder there is no request; one whose recorder goes away ends")
    func nobody() async throws {
        try await withRemote { remote in
            for connected in [[], ["a phone"]] as [Set<String>] {
                let problem = #expect(throws: Problem.self) {
                    try remote.request(RecordingSwitch(isOn: true), of: connected)
                }
                #expect(problem?.status == 409)
            }
            _ = try remote.request(RecordingSwitch(isOn: true), of: ["attic"])
            remote.leave("attic")
            #expect(remote.control.request == nil)
            #expect(remote.control.recorders.map(\.recorder) == ["barn"])
        }
    }

    @Test("The open recording of a recorder that goes away stays, until the recorder is revoked")
    func openRecording() async throws {
        try await withRemote { remote in
            remote.report(RecordingReport(startedAt: 7), of: "barn")
            remote.leave("barn")
            #expect(remote.control.recorders.last?.startedAt == 7)
            remote.forget("barn")
            #expect(remote.control.recorders.map(\.recorder) == ["attic"])
        }
    }

    @Test("A request that no recorder answers in time ends with a message")
    func late() async throws {
        try await withRemote(patience: .milliseconds(50)) { remote in
            _ = try remote.request(RecordingSwitch(isOn: true), of: ["barn"])
            try await eventually("the request ends") { remote.control.request == nil }
            #expect(remote.control.recorders[1].problem?.contains("did not answer") == true)
            #expect(remote.control.recorders[0].problem == nil, "it was not asked")
        }
    }
}
