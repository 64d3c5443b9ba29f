// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Logging
import Trust
import Wire

extension RouteTable {
    /// Sessions of peers, the events that keep them alive, and the refusal of replaced sessions.
    mutating func addSessions(_ gate: NodeGate, of node: ServedNode) {
        let (sessions, owner) = (gate.sessions, gate.identity.id)
        let (stills, files) = (StillAudience(peers: gate.peers), FileAudience(peers: gate.peers))
        beforeEach { request, context in
            guard let epoch = try request.session() else { return }
            let id = try context.peer(orOwner: owner)
            // A revoked peer's connections are about to be closed. Until then it gets the reason.
            if let peer = gate.peers[id], peer.isRevoked {
                throw peer.revocation(by: gate.name)
            }
            try sessions.check(epoch, of: id)
        }
        on(.get, "/v1/events", needs: .viewOfSome(or: .record)) { request, context in
            let watch = try request.session().map { epoch in
                let peer = try context.peer(orOwner: owner)
                return EventResponse.Watch(
                    onStart: { sessions.attach(peer, epoch: epoch) }, onEnd: { sessions.detach(peer, epoch: epoch) },
                    // A peer whose session was replaced must notice it: each other request is refused.
                    check: { try sessions.check(epoch, of: peer) })
            }
            let response = EventResponse(
                feed: node.events, after: try request.lastEvent(), watch: watch,
                shown: { [visitor = context.visitor] event in
                    // Looks the rights up for each event, because they may be withdrawn while the stream is open.
                    guard let visitor else { return nil }
                    let rights = gate.rights(of: visitor)
                    guard event.isWithin(rights.scope(or: .record)), stills.mayHear(event, visitor, with: rights.grants)
                    else { return nil }
                    guard case .transfer(let file) = event else { return event }
                    return files.shown(file, to: visitor, with: rights).map { .transfer($0) }
                })
            return response.response(context)
        }
        on(.post, "/v1/session", needs: .viewOfSome(or: .record)) { request, context in
            let wish = try await request.json(SessionRequest.self, context)
            let peer = try context.peer(orOwner: owner)
            let ticket = try await sessions.begin(peer, wish, capabilities: node.description.capabilities)
            try gate.peers.noteRevocation(by: peer, at: nil)
            // A label, as at pairing; a name that cannot be shown is no reason to refuse the session.
            if let name = wish.name.flatMap({ try? PeerName($0) }) { gate.peers.heard(name, from: peer) }
            return try .json(ticket, status: .created, location: "/v1/session")
        }
        on(.delete, "/v1/session", needs: .viewOfSome(or: .record)) { request, context in
            let peer = try context.peer(orOwner: owner)
            guard request.uri.queryParameters["because"] == "revoked" else {
                await sessions.end(peer, because: "ended: it said goodbye")
                return .done
            }
            let now = Int64(Date().timeIntervalSince1970)
            try gate.peers.noteRevocation(by: peer, at: now)
            let name = gate.peers[peer]?.name.text ?? peer.short
            // For the owner, to whom the number of a request says nothing.
            var logger = context.logger
            logger[metadataKey: "hb.request.id"] = nil
            logger.warning("\(Problem.revoked(gate.name, by: name, at: now, as: "camera"))")
            node.forgetRecording(of: peer.text)
            await sessions.end(
                peer, because: "revoked: it revoked this node at \(now.momentOfSeconds)", revokedByPeerAt: now)
            return .done
        }
    }
}

extension Event {
    /// Whether the event is about a camera in the scope.
    fileprivate func isWithin(_ scope: ViewScope) -> Bool {
        switch self {
        case .recording(let recording): scope.includes(recording.camera)
        case .cameraLink(let link): scope.includes(link.camera)
        // A sent file may be of any camera: its peer is the one that gets it.
        case .transfer(let transfer): transfer.kind == .sent ? scope == .all : scope.includes(transfer.peer)
        case .peer(let link): scope.includes(link.peer)
        // Only cameras have these events; there a bounded view is all or nothing.
        case .capture, .fragment, .stillJob, .still, .controls, .recordingControl, .momentSeries: scope == .all
        }
    }
}

extension Request {
    /// The session of the request; nil if it has none.
    fileprivate func session() throws -> Int? {
        guard let field = HTTPField.Name("Longshot-Session"), let text = headers[field] else { return nil }
        return try Request.integer(text[...], of: "field Longshot-Session")
    }
}

extension ControlContext {
    /// The id of the visitor's node; throws for browsers, because only nodes have sessions and live sessions.
    func peer(orOwner owner: NodeID) throws(Problem) -> NodeID {
        switch visitor {
        case .peer(let id): return id
        case .owner: return owner
        case .browser, .anonymous, .stranger, nil:
            throw Problem(
                "not-granted", status: 403, title: "Not granted",
                detail: "this is for nodes that are paired: a browser has no key to protect it with")
        }
    }
}
