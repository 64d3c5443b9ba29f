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
    /// The node's id, if it is a camera: a view that is bounded to this camera is `view` here.
    var camera: NodeID?
    /// What its own port and the page's are short of.
    let scarcity = Scarcity()

    /// What a visitor may do, at this moment.
    func rights(of visitor: Visitor) -> Rights {
        switch visitor {
        case .owner: Rights(.all)
        case .peer(let id): peers[id]?.rights.on(camera: camera) ?? Rights([])
        case .browser(let id): browsers.rights(of: id).on(camera: camera)
        case .stranger, .anonymous: Rights([])
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
            browsers: browsers, camera: node.recorder == nil ? identity.id : nil)
    }
}
