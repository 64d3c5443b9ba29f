// SPDX-License-Identifier: Apache-2.0
import Camera
import Hummingbird
import Transfers
import Trust
import Wire

extension RouteTable {
    /// All routes of a node.
    init(_ node: ServedNode, gate: NodeGate, inbox: Inbox, outbox: Outbox) {
        on(.get, "/v1/node", needs: .anything) { _, _ in try .json(node.description) }
        let state = { @Sendable (scope: ViewScope) in
            var state = await node.state(of: scope)
            state.peers = gate.sessions.list.filter { scope.includes($0.peer) }
            let shortages = [gate.scarcity, gate.pairing.scarcity].compactMap { $0.reason() }
            let reasons = shortages + state.recorderTroubles
            state.reasons += reasons
            if !reasons.isEmpty, state.health == .green { state.health = .yellow }
            return state
        }
        on(.get, "/v1/state", needs: .viewOfSome(or: .record)) { _, context in
            try .json(await state(context.rights.scope(or: .record)))
        }
        on(.get, "/metrics", needs: .view) { _, _ in
            .text(MetricsText(node.description, await state(.all)).text, type: MetricsText.contentType)
        }
        on(.get, "/v1/time", needs: .anything) { _, _ in try .json(node.clock()) }
        addSessions(gate, of: node)
        addTrust(gate)
        switch node {
        case .camera(let camera):
            addLive(camera.footage, owner: gate.identity.id)
            addLiveView(of: camera, gate)
            addFootage(camera.footage, owner: gate.identity.id)
            addRecordingControl(camera.recording, gate)
            addStills(of: camera, audience: StillAudience(peers: gate.peers))
            addPipelines(camera.pipelines)
            addDevices(camera.devices, camera.networkCameras)
            addControls(camera.controls, gate)
            addPictures(camera.preview, gate)
            addNearby(camera.nearby, gate)
        case .recorder(let recorder):
            addRecordings(of: recorder, gate.orders)
            addPlayback(of: recorder)
            addPictures(of: recorder, gate)
            addLiveView(of: recorder, gate)
        }
        let shelf = FileShelf(
            inbox: inbox, recorder: node.recorder, audience: FileAudience(peers: gate.peers), owner: gate.identity.id)
        addFiles(shelf)
        addSends(outbox, from: shelf, of: node, to: gate.peers)
    }
}

extension NodeState {
    /// Why recorders of a camera cannot store what they record of it, as they have told it.
    fileprivate var recorderTroubles: [String] {
        (recordingControl?.recorders ?? []).compactMap { report in
            guard let trouble = report.trouble,
                let peer = peers.first(where: { $0.peer == report.recorder && $0.phase == .connected })
            else { return nil }
            return "\(peer.name) does not store what it records: \(trouble)"
        }
    }
}
