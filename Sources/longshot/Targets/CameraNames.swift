// SPDX-License-Identifier: Apache-2.0
import Trust
import Wire

/// The names of the cameras in grants.
struct CameraNames {
    private let names: [NodeID: String]

    /// Uses the names of the node's peers.
    init(_ peers: [Peer]) {
        let ids = peers.map(\.id.text)
        let shown = peers.map { ($0.id, "\(ShownName($0.name.text, beside: ids))") }
        let isAlone = Dictionary(grouping: shown, by: \.1).mapValues { $0.count == 1 }
        // Cameras of the same name are shown by their ids.
        names = Dictionary(shown.filter { isAlone[$0.1] == true }) { first, _ in first }
    }

    /// The camera's name, or its short id if the camera is unknown or shares its name.
    func name(_ id: NodeID) -> String { names[id] ?? id.short }
}
