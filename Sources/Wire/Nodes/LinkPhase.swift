// SPDX-License-Identifier: Apache-2.0

/// The phases of a link between two paired nodes, on either side.
package enum LinkPhase: String, Codable, Sendable, CaseIterable {
    /// The nodes are connecting.
    case connecting
    /// The nodes exchange messages.
    case connected
    /// The link is lost; the session is kept for ten minutes and resumes with the next link.
    case suspended
    /// The session has ended, and the reason says why; when the peer comes back, a new one begins.
    case lost
}
