// SPDX-License-Identifier: Apache-2.0
import Trust

/// Whom a node lets in, and who is here.
struct NodeGate: Sendable {
    /// Who the node is.
    let identity: NodeIdentity
    /// Whom it lets in.
    let peers: PeerStore
    /// Where others are let in.
    let pairing: PairingDesk
    /// Who is here.
    let sessions: PeerSessions
    /// Which browsers may use the page.
    let browsers: BrowserDesk

    /// What somebody may do, at this moment.
    func grants(of visitor: Visitor) -> Grants {
        switch visitor {
        case .owner: .all
        case .peer(let id): peers[id]?.grants ?? []
        case .stranger, .anonymous, .browser: []
        }
    }
}

extension NodeGate {
    /// The gate of a node.
    init(
        _ node: ServedNode, as identity: NodeIdentity, peers: PeerStore, pairing: PairingDesk, browsers: BrowserDesk
    ) {
        self.init(
            identity: identity, peers: peers, pairing: pairing,
            sessions: PeerSessions(peers: peers, events: node.events) { await node.endLive(of: $0.text) },
            browsers: browsers)
    }
}
