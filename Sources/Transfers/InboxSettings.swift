// SPDX-License-Identifier: Apache-2.0
package import SystemPackage

/// How a node receives files.
///
/// The defaults are the ones that `docs/reference/configuration.md` lists.
package struct InboxSettings: Sendable {
    /// The folder that received files go to.
    package var directory: FilePath
    /// Whether a person decides about each file of a peer.
    package var asks = false
    /// How much of the disk stays free, in bytes.
    package var reserveBytes = 256 << 20
    /// How slow a sender may be: so many bytes in each `patience`.
    package var leastBytes = 32 << 10
    /// How long a sender may be slow.
    package var patience = Duration.seconds(15)

    /// Files of one peer that are under way at a time.
    package static let openLimit = 256
    /// Files of all peers that are under way at a time.
    package static let totalLimit = 2_048
    /// Received files that are listed; older ones stay on disk.
    static let listed = 10_000
    /// Transfers that came to nothing and are still listed.
    static let remembered = 256
    /// How long a part is kept of which no more comes.
    static let lifetime = Duration.seconds(7 * 86_400)

    /// What is received goes to a folder.
    package init(directory: FilePath) {
        self.directory = directory
    }
}
