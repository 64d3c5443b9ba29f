// SPDX-License-Identifier: Apache-2.0
import Trust
import Wire

/// The names of the cameras in grants.
struct CameraNames {
    private let known: [NodeID: String]
    private let names: DistinctNames

    /// Uses the names of the node's peers.
    init(_ peers: [Peer]) {
        known = Dictionary(peers.map { ($0.id, $0.name.text) }) { first, _ in first }
        names = DistinctNames(peers.map { ($0.id.text, $0.name.text) })
    }

    /// The camera's name, or its short id if the camera is unknown or shares its name.
    func name(_ id: NodeID) -> String {
        guard let name = known[id], !names.isShared(id.text, name) else { return id.short }
        return names.text(id.text, name)
    }
}
