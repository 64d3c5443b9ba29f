// SPDX-License-Identifier: Apache-2.0

/// Finds the node that a user names.
///
/// An id identifies a node; a name only if no other node has it.
package enum NamedChoice {
    /// The fewest characters of an id that are accepted as its prefix.
    package static let shortestPrefix = 4

    /// Finds the thing with this id; otherwise the only one with this name or id prefix, or both as `DistinctNames` shows them.
    ///
    /// Returns nil if there is none.
    /// A node chooses its own name. A name that equals the id of another node never stands for the node that chose it. Throws a
    /// problem that lists the ids if several things match.
    package static func find<Thing>(
        _ named: String, in things: [Thing], id: (Thing) -> String, names: (Thing) -> [String]
    ) throws(Problem) -> Thing? {
        let lowercased = named.lowercased()
        if let exact = things.first(where: { id($0) == lowercased }) { return exact }
        let found = things.filter { thing in
            names(thing).contains { $0 == named || DistinctNames.text($0, with: id(thing)) == named }
                || (named.count >= shortestPrefix && id(thing).hasPrefix(lowercased))
        }
        guard found.count < 2 else {
            // As short as ids are shown elsewhere, unless that fits several.
            let length = (7...52).first { length in Set(found.map { id($0).prefix(length) }).count == found.count }
            let ids = found.map { "\(id($0).prefix(length ?? 52))" }.sorted().joined(separator: ", ")
            throw .conflict("\"\(named)\" may be any of \(found.count) nodes; give the id instead: \(ids)")
        }
        return found.first
    }
}
