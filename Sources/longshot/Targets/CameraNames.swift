// SPDX-License-Identifier: Apache-2.0
import Trust
import Wire

/// The names of a node's peers, in grants and in sentences.
struct CameraNames {
    private let known: [NodeID: String]
    private let names: DistinctNames

    /// Uses the names of the node's peers.
    init(_ peers: [Peer]) {
        self.init(nodes: peers.map { ($0.id, $0.name.text) })
    }

    /// Uses these names; of several for one node, the first.
    init(nodes: [(id: NodeID, name: String)]) {
        known = Dictionary(nodes.map { ($0.id, $0.name) }) { first, _ in first }
        names = DistinctNames(nodes.map { ($0.id.text, $0.name) })
    }

    /// The name as grants have it, or the short id if the peer is unknown or shares its name.
    func name(_ id: NodeID) -> String {
        guard let name = known[id], !names.isShared(id.text, name) else { return id.short }
        return names.text(id.text, name)
    }

    /// The name as a sentence has it, with the id if another peer has the same one; the short id if the peer is unknown.
    func text(_ id: NodeID) -> String { known[id].map { names.text(id.text, $0) } ?? id.short }
}
