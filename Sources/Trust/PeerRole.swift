// SPDX-License-Identifier: Apache-2.0

/// What a peer is.
package enum PeerRole: String, Codable, Sendable, CaseIterable {
    /// A camera box.
    case camera
    /// A node that records cameras.
    case recorder
    /// Whoever commands nodes: the command line, or a program of the owner's.
    case remote
}
