// SPDX-License-Identifier: Apache-2.0
import Camera
import Hummingbird
import Recorder
import Transfers
import Trust
import Wire

extension RouteTable {
    /// Files that the node sends to its peers.
    mutating func addSends(_ outbox: Outbox, from shelf: FileShelf, of node: ServedNode, to peers: PeerStore) {
        on(.get, "/v1/sends", needs: .view) { _, context in
            try .json(
                outbox.list.compactMap { shelf.audience.shown($0, to: context.visitor, with: context.rights) })
        }
        on(.post, "/v1/sends", needs: .admin) { request, context in
            let wish = try await request.json(SendRequest.self, context)
            guard (1...SendRequest.limit).contains(wish.files.count) else {
                throw Problem.badRequest("files must be from 1 to \(SendRequest.limit)")
            }
            guard let id = try? NodeID(wish.to), let peer = peers[id], !peer.isRevoked else {
                throw Problem.notFound("no node \(wish.to) is paired with this one: `longshot pair list` shows them")
            }
            // Checks all files first, so that either all are sent or none.
            var wishes: [TransferProgress] = []
            for file in wish.files {
                wishes += try await shelf.wishes(for: file, to: id.text, on: node, context)
            }
            var sends: [TransferProgress] = []
            for wish in wishes { sends.append(try await outbox.send(wish)) }
            return try .json(sends, status: .accepted)
        }
        on(.patch, "/v1/sends/{id}", needs: .admin) { request, context in
            let change = try await request.json(SendChange.self, context)
            return try .json(await outbox.change(context.segment("id"), isPaused: change.isPaused))
        }
        on(.delete, "/v1/sends/{id}", needs: .admin) { _, context in
            try await outbox.remove(context.segment("id"))
            return .done
        }
    }
}

extension FileShelf {
    /// The transfer to a peer of a still or of a received file, or those of a finished recording: one for each format of it.
    fileprivate func wishes(
        for id: String, to peer: String, on node: ServedNode, _ context: ControlContext
    ) async throws -> [TransferProgress] {
        if case .camera(let camera) = node, let still = try? await camera.stills.still(id) {
            let file = StoredFile(
                path: try camera.stills.path(of: still), name: still.name, bytes: still.bytes, sha256: still.sha256)
            return [TransferProgress(sending: file, to: peer)]
        }
        if let recorder, let recording = try? await recorder.recording(id) {
            guard recording.state == .stopped else {
                throw Problem.conflict(
                    "\(id) is \(recording.state.rawValue): stop it first, or send a part that was exported")
            }
            let (name, parts) = ("\(recording.cameraName)-\(id)", try await recorder.playback.parts(of: id))
            guard parts.count > 1 else {
                return [
                    TransferProgress(sendingMovieOf: id, name: "\(name).mp4", bytes: Int(recording.bytes), to: peer)
                ]
            }
            return parts.enumerated().map { index, part in
                TransferProgress(
                    sendingMovieOf: id, from: part.begin, name: "\(name)-\(index + 1).mp4", bytes: part.bytes, to: peer)
            }
        }
        return [TransferProgress(sending: try await stored(id, for: context), to: peer)]
    }
}
