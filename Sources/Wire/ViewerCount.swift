// SPDX-License-Identifier: Apache-2.0

/// How many people watch a node in browsers (WHEP), and how many may.
package struct ViewerCount: Codable, Sendable, Equatable {
    /// How many watch.
    @Within<Bounds.Count, Int> package var count: Int
    /// How many may.
    @Within<Bounds.Count, Int> package var limit: Int

    /// A count.
    package init(count: Int, limit: Int) {
        (self.count, self.limit) = (count, limit)
    }
}
