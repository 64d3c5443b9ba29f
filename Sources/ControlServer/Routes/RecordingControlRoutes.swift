// SPDX-License-Identifier: Apache-2.0
import Camera
import Hummingbird
import Trust
import Wire

extension RouteTable {
    /// Requests of remotes to start or stop a camera's recording, and the reports of its recorders.
    mutating func addRecordingControl(_ recording: RecordingRemote, _ gate: NodeGate) {
        on(.put, "/v1/recording/switch", needs: .record) { request, context in
            let wish = try await request.json(RecordingSwitch.self, context)
            // A recorder must not switch the recordings of other recorders.
            guard context.recorder(among: gate.peers) == nil else {
                throw Problem.notForThisRole("only the owner, remotes and browsers can request a recording here")
            }
            let connected = gate.sessions.list.filter { $0.phase == .connected }.map(\.peer)
            return try .json(recording.request(wish, of: Set(connected)), status: .accepted)
        }
        on(.put, "/v1/recording/report", needs: .record) { request, context in
            let report = try await request.json(RecordingReport.self, context)
            guard let recorder = context.recorder(among: gate.peers) else {
                throw Problem.notForThisRole("only a paired recorder can report that it records")
            }
            recording.report(report, of: recorder.text)
            return .done
        }
    }
}

extension ControlContext {
    /// The visitor's id, if it is a paired recorder.
    fileprivate func recorder(among peers: PeerStore) -> NodeID? {
        guard case .peer(let id) = visitor, peers[id]?.role == .recorder else { return nil }
        return id
    }
}

extension Problem {
    fileprivate static func notForThisRole(_ detail: String) -> Problem {
        Problem("not-granted", status: 403, title: "Not granted", detail: detail)
    }
}
