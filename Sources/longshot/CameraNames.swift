// SPDX-License-Identifier: Apache-2.0
import Trust
import Wire

/// The names of the cameras to which grants are bounded.
struct CameraNames {
    private let names: [NodeID: String]

    /// Takes the names from the peers of the node that granted.
    init(_ peers: [Peer]) {
        let ids = peers.map(\.id.text)
        let shown = peers.map { ($0.id, "\(ShownName($0.name.text, beside: ids))") }
        let isAlone = Dictionary(grouping: shown, by: \.1).mapValues { $0.count == 1 }
        // Two cameras of one name are told apart by their ids.
        names = Dictionary(shown.filter { isAlone[$0.1] == true }) { first, _ in first }
    }

    /// The camera's name, or its short id if no camera of that id is known or its name is not its own.
    func name(_ id: NodeID) -> String { names[id] ?? id.short }
}
