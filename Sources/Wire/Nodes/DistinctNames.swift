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

    /// The name of a node as it is shown.
    package func text(_ id: String, _ name: String) -> String {
        let shown = "\(ShownName(name, beside: ids))"
        return owners[name, default: []].subtracting([id]).isEmpty ? shown : "\(shown) (\(id.prefix(7)))"
    }
}
