// SPDX-License-Identifier: Apache-2.0

/// The results of a function for each of some values, in their order; all run at the same time.
package func each<Element: Sendable, Result: Sendable>(
    of elements: [Element], _ work: @escaping @Sendable (Element) async -> Result
) async -> [Result] {
    await withTaskGroup(of: (Int, Result).self) { group in
        for (index, element) in elements.enumerated() {
            group.addTask { (index, await work(element)) }
        }
        var results: [(Int, Result)] = []
        for await result in group { results.append(result) }
        return results.sorted { $0.0 < $1.0 }.map(\.1)
    }
}
