// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Tasks
package import Wire

/// Passes requests to start or stop the recording on to the recorders, and holds what these report.
///
/// A camera cannot call a recorder. The recorder reads the request among the camera's events, and reports back. Nothing is stored: a
/// request that is not answered in time ends with a message.
package final class RecordingRemote: Sendable {
    private struct State {
        var control = RecordingControl()
        /// The recorders that have not answered the request.
        var waiting: Set<String> = []

        mutating func change(_ recorder: String, _ change: (inout RecordingReport) -> Void) {
            guard let index = control.recorders.firstIndex(where: { $0.recorder == recorder }) else { return }
            change(&control.recorders[index])
        }

        /// Notes that a recorder has answered, or will not.
        mutating func settle(_ recorder: String) {
            waiting.remove(recorder)
            if waiting.isEmpty { control.request = nil }
        }
    }

    /// The limit of a recorder's reason, in characters.
    private static let mostWords = 1_000

    private let patience: Duration
    private let events: EventFeed
    private let nursery: Nursery
    private let state = Mutex(State())

    /// - Parameter patience: how long a request waits for the recorders.
    init(events: EventFeed, nursery: Nursery, patience: Duration = .seconds(8)) {
        (self.events, self.nursery, self.patience) = (events, nursery, patience)
    }

    /// The request in progress, and the recorders' reports.
    package var control: RecordingControl { state.withLock { $0.control } }

    /// Requests the connected recorders to start or stop recording this camera; their answers follow as events.
    ///
    /// Throws a problem 400 for a press that is not on this machine's clock, and 409 if a recorder still has to answer, or none is
    /// connected.
    ///
    /// - Parameter connected: the ids of the peers whose session is connected.
    package func request(_ wish: RecordingSwitch, of connected: Set<String>) throws(Problem) -> RecordingControl {
        let (id, arrival) = (RandomID.fresh(), monotonicNanoseconds())
        try Problem.check(press: wish.pressedAt, at: arrival, of: "the camera")
        try state.withLock { state throws(Problem) in
            guard state.control.request == nil else {
                throw .busy("the recorder has not answered the last request yet: try again in some seconds")
            }
            state.waiting = connected.intersection(state.control.recorders.compactMap(\.recorder))
            guard !state.waiting.isEmpty else {
                throw .conflict("no recorder of this camera is connected: start `longshot recorder`, or pair one")
            }
            state.control.request = RecordingSwitch(id: id, isOn: wish.isOn, pressedAt: wish.pressedAt ?? arrival)
            for recorder in state.waiting { state.change(recorder) { $0.problem = nil } }
        }
        publish()
        let begins = nursery.begin { [self] in
            try? await Task.sleep(for: patience)
            expire(id)
        }
        if !begins { expire(id) }
        return control
    }

    /// Stores a recorder's report.
    package func report(_ report: RecordingReport, of recorder: String) {
        var report = report
        (report.recorder, report.problem) = (recorder, report.problem.map { String($0.prefix(Self.mostWords)) })
        report.trouble = report.trouble.map { String($0.prefix(Self.mostWords)) }
        state.withLock { [report] state in
            state.control.recorders.removeAll { $0.recorder == recorder }
            let index = state.control.recorders.firstIndex { $0.recorder ?? "" > recorder }
            state.control.recorders.insert(report, at: index ?? state.control.recorders.endIndex)
            if let request = state.control.request, report.answers == request.id { state.settle(recorder) }
        }
        publish()
    }

    /// Removes a recorder whose session has ended, unless its recording of this camera is open: it goes on when the recorder is back.
    package func leave(_ recorder: String) {
        remove(recorder) { $0.startedAt == nil }
    }

    /// Removes a recorder that was revoked, or that has revoked this camera.
    package func forget(_ recorder: String) {
        remove(recorder) { _ in true }
    }

    private func remove(_ recorder: String, if isOver: (RecordingReport) -> Bool) {
        let isNews = state.withLock { state in
            let before = state.control
            state.control.recorders.removeAll { $0.recorder == recorder && isOver($0) }
            state.settle(recorder)
            return state.control != before
        }
        if isNews { publish() }
    }

    private func expire(_ id: String) {
        let isLate = state.withLock { state in
            guard state.control.request?.id == id else { return false }
            for recorder in state.waiting {
                state.change(recorder) { $0.problem = "it did not answer within \(patience / .seconds(1)) s" }
                state.settle(recorder)
            }
            return true
        }
        if isLate { publish() }
    }

    private func publish() { events.publish(.recordingControl(control)) }
}
