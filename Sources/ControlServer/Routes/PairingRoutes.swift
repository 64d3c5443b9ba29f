// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Hummingbird
import Trust
import Wire

extension RouteTable {
    /// The pairing port's routes for strangers (`docs/design/pairing.md`).
    init(pairing desk: PairingDesk) {
        on(.post, "/v1/pairing/hello", needs: .none) { request, context in
            let hello = try await request.pairingMessage(PairingHello.self, context)
            let stranger = try context.stranger
            var generator = SystemRandomNumberGenerator()
            return try .json(
                try desk.with { window, now throws(PairingError) in
                    try window.hello(hello, from: stranger, now: now, using: &generator)
                })
        }
        on(.post, "/v1/pairing/{session}/proof", needs: .none) { request, context in
            let proof = try await request.pairingMessage(PairingProof.self, context)
            let (session, stranger) = (try context.segment("session"), try context.stranger)
            let host = context.ends?.there
            let answer = try desk.with { window, now throws(PairingError) in
                try window.proof(proof, session: session, from: stranger, at: host, now: now)
            }
            desk.follow(session, over: context.channel)
            return try .json(answer)
        }
        on(.get, "/v1/pairing/{session}/verdict", needs: .none) { _, context in
            let (session, stranger) = (try context.segment("session"), try context.stranger)
            var verdict = try desk.with { window, now throws(PairingError) in
                try window.verdict(session: session, from: stranger, now: now)
            }
            desk.follow(session, over: context.channel)
            if verdict.state == .approved { verdict.port = desk.nodePort }
            return try .json(verdict)
        }
    }

    /// The owner's routes: the pairing window, peers and browsers.
    mutating func addTrust(_ gate: NodeGate) {
        let (peers, desk, browsers) = (gate.peers, gate.pairing, gate.browsers)
        on(.post, "/v1/page/links", needs: .admin) { request, context in
            let invitation = try browsers.invite(try await request.json(PageLinkRequest.self, context))
            return try .json(invitation, status: .created)
        }
        on(.get, "/v1/page/sessions", needs: .admin) { _, _ in try .json(browsers.sessions) }
        on(.patch, "/v1/page/sessions/{id}", needs: .admin) { request, context in
            let (id, edit) = (try context.segment("id"), try await request.json(PeerEdit.self, context))
            let session = try browsers.edit(id, edit, by: context.visitor)
            if !session.grants.contains(.shoot) { await gate.orders.end(of: .browser(id)) }
            return try .json(session)
        }
        on(.delete, "/v1/page/sessions/{id}", needs: .admin) { _, context in
            let id = try context.segment("id")
            try browsers.revoke(id)
            // The browser may have opened the pairing window; the links that it made end with its session.
            desk.close()
            await gate.orders.end(of: .browser(id))
            return .done
        }
        on(.post, "/v1/pairing/window", needs: .admin) { _, _ in
            try .json(await desk.open(), status: .created, location: "/v1/pairing/window")
        }
        on(.get, "/v1/pairing/window", needs: .admin) { _, _ in try .json(desk.report()) }
        on(.delete, "/v1/pairing/window", needs: .admin) { _, _ in
            desk.close()
            return .done
        }
        on(.post, "/v1/pairing/window/decision", needs: .admin) { request, context in
            try desk.decide(try await request.json(PairingDecision.self, context))
            return .done
        }
        on(.get, "/v1/peers", needs: .admin) { _, _ in try .json(peers.peers) }
        on(.post, "/v1/peers", needs: .admin) { request, context in
            let peer = try await request.json(Peer.self, context)
            try peers.add(peer)
            return try .json(peer, status: .created, location: "/v1/peers/\(peer.id)")
        }
        on(.patch, "/v1/peers/{id}", needs: .admin) { request, context in
            let (id, edit) = (try context.peerID(), try await request.json(PeerEdit.self, context))
            try peers.edit(id, edit)
            guard let peer = peers[id] else { throw TrustError.unknownPeer(id) }
            return try .json(peer)
        }
        on(.delete, "/v1/peers/{id}", needs: .admin) { _, context in
            try peers.revoke(try context.peerID(), at: Int64(Date().timeIntervalSince1970))
            return .done
        }
    }
}

extension ControlContext {
    /// The certificate of the stranger on the pairing port.
    fileprivate var stranger: PinnedCertificate {
        get throws {
            guard case .stranger(let certificate)? = visitor else { throw Problem.failed }
            return certificate
        }
    }

    fileprivate func peerID() throws -> NodeID {
        do {
            return try NodeID(try segment("id"))
        } catch let error as TrustError {
            throw Problem.notFound("\(error)")
        }
    }
}

extension Request {
    /// A pairing message, with a shorter deadline than other bodies.
    fileprivate func pairingMessage<Message: Decodable>(_ type: Message.Type, _ context: ControlContext) async throws
        -> Message
    {
        try PairingMessage.decode(
            type, from: Data(try await body(of: "application/json", within: ServerLimits.pairingDeadline, context)))
    }
}
