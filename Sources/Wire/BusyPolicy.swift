// SPDX-License-Identifier: Apache-2.0

/// What becomes of a press while the shutter works on another one.
package enum BusyPolicy: String, Codable, Sendable, CaseIterable {
    /// It is taken on: its moment is kept, and developed when its turn comes.
    case queue
    /// It is refused, with the reason.
    case refuse
}
