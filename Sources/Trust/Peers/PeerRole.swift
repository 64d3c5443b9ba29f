// SPDX-License-Identifier: Apache-2.0

/// The role of a peer.
package enum PeerRole: String, Codable, Sendable, CaseIterable {
    /// A camera box.
    case camera
    /// A node that records cameras.
    case recorder
    /// A program that controls nodes: the command line, or a program of the owner.
    case remote
}
