// SPDX-License-Identifier: Apache-2.0

/// The number of viewers of a node in browsers (WHEP), and the limit.
package struct ViewerCount: Codable, Sendable, Equatable {
    /// The number of viewers.
    @Within<Bounds.Count, Int> package var count: Int
    /// The most viewers allowed.
    @Within<Bounds.Count, Int> package var limit: Int

    /// A count.
    package init(count: Int, limit: Int) {
        (self.count, self.limit) = (count, limit)
    }
}
