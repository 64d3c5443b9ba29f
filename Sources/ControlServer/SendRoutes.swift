// SPDX-License-Identifier: Apache-2.0
import Camera
import Hummingbird
import Recorder
import Transfers
import Trust
import Wire

extension RouteTable {
    /// Files that the node hands to its peers.
    mutating func addSends(_ outbox: Outbox, from shelf: FileShelf, of node: ServedNode, to peers: PeerStore) {
        on(.get, "/v1/sends", needs: .view) { _, _ in try .json(outbox.list) }
        on(.post, "/v1/sends", needs: .admin) { request, context in
            let wish = try await request.json(SendRequest.self, context)
            guard (1...SendRequest.limit).contains(wish.files.count) else {
                throw Problem.badRequest("files must be from 1 to \(SendRequest.limit)")
            }
            guard let id = try? NodeID(wish.to), let peer = peers[id], !peer.isRevoked else {
                throw Problem.notFound("no node \(wish.to) is paired with this one: `longshot pair list` shows them")
            }
            var wishes: [@Sendable () async throws -> TransferProgress] = []
            for file in wish.files {
                wishes.append(try await outbox.wish(for: file, to: id.text, from: shelf, of: node, context))
            }
            var sends: [TransferProgress] = []
            for take in wishes { sends.append(try await take()) }
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

extension Outbox {
    /// How to take a still that the node has taken, a file that it has received, or a recording; throws when there is no such one.
    fileprivate func wish(
        for id: String, to peer: String, from shelf: FileShelf, of node: ServedNode, _ context: ControlContext
    ) async throws -> @Sendable () async throws -> TransferProgress {
        if case .camera(let camera) = node, let still = try? await camera.still(id) {
            let file = StoredFile(
                path: try await camera.file(of: id), name: still.name, bytes: still.bytes, sha256: still.sha256)
            return { try await self.send(file, to: peer) }
        }
        if let recording = try? await node.recorder?.recording(id) {
            guard recording.state == .stopped else {
                throw Problem.conflict(
                    "\(id) is \(recording.state.rawValue): stop it first, or send a part that was exported")
            }
            let name = "\(recording.cameraName)-\(id).mp4"
            return { try await self.sendMovie(of: id, name: name, bytes: Int(recording.bytes), to: peer) }
        }
        let file = try await shelf.stored(id, for: context)
        return { try await self.send(file, to: peer) }
    }
}
