// SPDX-License-Identifier: Apache-2.0

/// Names of nodes that are shown together: with the beginning of the id where two nodes have the same name.
package struct DistinctNames: Sendable {
    /// The ids of the nodes that have each name.
    private let owners: [String: Set<String>]
    private let ids: Set<String>

    /// - Parameter nodes: the ids and names; a node may occur several times, also with other names.
    package init(_ nodes: some Sequence<(id: String, name: String)>) {
        owners = nodes.reduce(into: [:]) { $0[$1.name, default: []].insert($1.id) }
        ids = Set(nodes.map(\.id))
    }

    /// Whether other nodes have the name, too.
    package func isShared(_ id: String, _ name: String) -> Bool {
        !owners[name, default: []].subtracting([id]).isEmpty
    }

    /// The name of a node as it is shown.
    package func text(_ id: String, _ name: String) -> String {
        let shown = "\(ShownName(name, beside: ids))"
        return isShared(id, name) ? Self.text(shown, with: id) : shown
    }

    /// A name that several nodes have, with the beginning of the node's id.
    static func text(_ name: String, with id: String) -> String { "\(name) (\(id.prefix(7)))" }

    /// The words for nodes on a command line: their names, or the beginnings of their ids where two have the same name.
    package static func words(_ nodes: [(id: String, name: String)]) -> [String] {
        let names = DistinctNames(nodes)
        return nodes.map { names.isShared($0.id, $0.name) ? String($0.id.prefix(7)) : $0.name }
    }
}
