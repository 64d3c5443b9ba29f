// SPDX-License-Identifier: Apache-2.0
import Trust
import Wire

/// A node's access control: identity, peers, sessions, browsers and their rights.
struct NodeGate: Sendable {
    let identity: NodeIdentity
    /// What the node is called.
    var name = "this node"
    /// The paired peers.
    let peers: PeerStore
    /// Pairs new peers.
    let pairing: PairingDesk
    /// The peers' sessions.
    let sessions: PeerSessions
    /// The admitted browsers.
    let browsers: BrowserDesk
    /// The node's id if it is a camera: a view that is bounded to this camera is `view` here.
    var camera: NodeID?
    /// Shortages of connections on the node's own port and the page's.
    let scarcity = Scarcity()
    /// The series that visitors have begun.
    var orders = StandingOrders()

    /// The current rights of a visitor.
    func rights(of visitor: Visitor) -> Rights {
        switch visitor {
        case .owner: Rights(.all)
        case .peer(let id): peers[id]?.rights.on(camera: camera) ?? Rights([])
        case .browser(let id): browsers.rights(of: id).on(camera: camera)
        case .stranger, .anonymous: Rights([])
        }
    }

    /// Ends open links and the pairing window: a peer that is revoked may have opened them.
    func dropInvitations() {
        browsers.dropLinks()
        pairing.close()
    }

    /// Looks up the rights of a request's visitor again: they may be withdrawn while a stream is open.
    func currentRights(_ context: ControlContext) -> @Sendable () -> Rights {
        { [visitor = context.visitor] in visitor.map(rights) ?? Rights([]) }
    }
}

extension NodeGate {
    init(
        _ node: ServedNode, as identity: NodeIdentity, peers: PeerStore, pairing: PairingDesk, browsers: BrowserDesk
    ) {
        self.init(
            identity: identity, name: node.description.name, peers: peers, pairing: pairing,
            sessions: PeerSessions(peers: peers, events: node.events) { await node.endSession(of: $0.text) },
            browsers: browsers, camera: node.recorder == nil ? identity.id : nil, orders: StandingOrders(node.jobs))
    }
}
