// SPDX-License-Identifier: Apache-2.0
import Wire

/// An event as text.
enum EventText {
    static func line(_ event: Event) -> String {
        switch event {
        case .capture(let state):
            "\(state.phase.rawValue), pipeline \(state.pipeline), epoch \(state.epoch)"
                + (state.reason.map { ": \($0)" } ?? "")
        case .fragment(let fragment):
            "\(fragment.epoch)/\(fragment.sequence): \(fragment.frames.counted("frame")), \(ByteSize.text(fragment.bytes))"
                + fragment.gaps.map { ", \(RecordingText.line($0))" }.joined()
        case .stillJob(let job):
            "\(job.id) \(job.phase.rawValue)"
                + (job.phase == .countdown ? " \(job.secondsLeft)" : ", \(job.taken) of \(job.count)")
                + (job.skipped > 0 ? ", \(job.skipped) left out" : "") + (job.problem.map { ": \($0)" } ?? "")
        case .still(let still):
            "\(still.name), skew \(Format.delay(still.skew))"
        case .recording(let recording):
            "\(recording.id) \(recording.state.rawValue): \(RecordingText.counters(of: recording))"
        case .transfer(let transfer):
            (transfer.kind == .sent ? "to \(transfer.peer.prefix(7)): " : "")
                + "\(transfer.name) \(transfer.words) \(ByteSize.text(transfer.bytes)) of \(ByteSize.text(transfer.total))"
                + (transfer.problem.map { ": \($0)" } ?? "")
        case .peer(let link):
            "\(ShownName(link.name)) \(link.phase.words)" + (link.reason.map { ": \($0)" } ?? "")
        case .controls(let update):
            (update.controls.map { "\($0.key) \(ControlText.now($0))" }.joined(separator: ", ")
                + (update.by.map { ", by \($0)" } ?? ", set again"))
        case .recordingControl(let control):
            (control.request.map { "\($0.isOn ? "start" : "stop") requested" }
                ?? "recorded by \(control.recorders.count { $0.startedAt != nil }.counted("recorder"))")
                + control.recorders.compactMap(\.problem).map { ": \($0)" }.joined()
        case .momentSeries(let series):
            "\(series.id) \(series.phase.rawValue)"
                + (series.phase == .countdown ? " \(series.secondsLeft)" : "")
                + series.cameras.map { ", \(ShownName($0.name)) \($0.job?.taken ?? 0) of \(series.count)" }.joined()
        case .cameraLink(let link):
            "\(ShownName(link.name ?? link.address)) \(link.phase.words)" + (link.reason.map { ": \($0)" } ?? "")
        }
    }
}
