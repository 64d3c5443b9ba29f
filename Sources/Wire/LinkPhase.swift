// SPDX-License-Identifier: Apache-2.0

/// The phases of a link between two paired nodes, on either side.
package enum LinkPhase: String, Codable, Sendable, CaseIterable {
    /// It is being made.
    case connecting
    /// Both talk.
    case connected
    /// The link is gone; the session is kept for ten minutes and goes on when it is back.
    case suspended
    /// The session is over, and the reason says why; when the peer comes back, another one begins.
    case lost
}
