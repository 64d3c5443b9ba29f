// SPDX-License-Identifier: Apache-2.0
import Recorder
import Wire
import Synchronization

/// The progress of the verification of one recording.
final class VerificationProgress: Sendable {
    private struct State {
        var stage = VerificationStage.reading
        var bar: ProgressBar
        var done = 0
        var total = 0
    }

    private let recording: String
    private let state: Mutex<State>

    init(_ recording: String) {
        self.recording = recording
        state = Mutex(State(bar: Self.bar(recording, .reading)))
    }

    /// Shows how many bytes a stage has read; each stage has its own rate.
    func update(_ stage: VerificationStage, _ done: Int, of total: Int) {
        let bar = state.withLock { state in
            if state.stage != stage { (state.stage, state.bar) = (stage, Self.bar(recording, stage)) }
            (state.done, state.total) = (done, total)
            return state.bar
        }
        bar.update(done, of: total)
    }

    /// Removes the bar.
    func end() { Terminal.endProgress() }

    /// Why there is no verdict, after an interruption.
    var interruption: String {
        let state = state.withLock { $0 }
        return "no verdict on \(recording): interrupted after \(state.stage.rawValue) \(ByteSize.text(state.done)) of "
            + "\(ByteSize.text(state.total)); nothing of it was judged"
    }

    private static func bar(_ recording: String, _ stage: VerificationStage) -> ProgressBar {
        // The id begins with the recording's start, which fits beside the bar as a whole.
        ProgressBar("\(stage.rawValue) \(recording.prefix(16))")
    }
}
