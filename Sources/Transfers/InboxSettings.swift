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
    package var reserveBytes = 250_000_000
    /// The least bytes that a sender must send within each `patience`.
    package var leastBytes = 32_000
    /// The interval in which the speed of a sender is checked.
    package var patience = Duration.seconds(15)

    /// The most open files of one peer.
    package static let openLimit = 256
    /// The most open files of all peers.
    package static let totalLimit = 2_048
    /// The most received files that are listed; older ones stay on disk.
    static let listed = 10_000
    /// The most failed, refused or cancelled transfers that are listed.
    static let remembered = 256
    /// How long a part is kept without further bytes.
    static let lifetime = Duration.seconds(7 * 86_400)

    /// The default settings with a folder.
    package init(directory: FilePath) {
        self.directory = directory
    }
}
