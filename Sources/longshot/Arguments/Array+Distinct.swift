// SPDX-License-Identifier: Apache-2.0

extension Array where Element: Hashable {
    /// The elements in their order, each of them once: an argument that is given twice means the same as once.
    var distinct: [Element] {
        var known: Set<Element> = []
        return filter { known.insert($0).inserted }
    }
}
