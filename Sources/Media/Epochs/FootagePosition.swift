// SPDX-License-Identifier: Apache-2.0

/// A moment in a recording: epoch and tick, because ticks restart with each epoch.
package struct FootagePosition: Hashable, Codable, Sendable {
    /// The camera's epoch.
    package let epoch: Int
    /// The tick within the epoch.
    package let tick: Tick

    /// The moment at this tick of this epoch.
    package init(epoch: Int, tick: Tick) {
        self.epoch = epoch
        self.tick = tick
    }
}

extension FootagePosition: Comparable {
    /// Whether the left moment comes first.
    package static func < (left: FootagePosition, right: FootagePosition) -> Bool {
        (left.epoch, left.tick) < (right.epoch, right.tick)
    }
}

extension FootagePosition: CustomStringConvertible {
    /// Epoch and tick, separated by a slash.
    package var description: String { "\(epoch)/\(tick)" }
}
