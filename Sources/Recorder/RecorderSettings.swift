// SPDX-License-Identifier: Apache-2.0
package import SystemPackage
package import Viewing
package import Wire

/// How a recorder is set up.
///
/// The defaults are the ones that `docs/reference/configuration.md` lists.
package struct RecorderSettings: Sendable {
    /// Where the node keeps its archive, received files and pipelines.
    package var home: FilePath
    /// Where paired cameras may be found too, as `host:port`.
    package var cameras: [String] = []
    /// Whether each camera is recorded whenever it can be.
    package var continuous = false
    /// How live video travels unless a recording asks for something else.
    package var transport = Transport.udp
    /// The jitter budget in milliseconds: decision 0023 says why it is that long.
    package var latencyMilliseconds = 500
    /// How many people may watch at once.
    package var viewers = 8
    /// Decodes pictures of peers in processes of their own; nil to decode them in this one.
    package var pictures: PictureProgram?
    /// What fetching may take of a camera's link at the most, in bytes per second; nil for all.
    package var backfillRate: Int?
    /// How much the archive may take, in bytes; nil for as much as there is.
    package var keepBytes: Int?
    /// How much footage of each camera is kept, in seconds; nil for all.
    package var keepSeconds: Int?
    /// How much of the disk stays free, in bytes; nil for nothing.
    package var reserveBytes: Int?

    /// A recorder with defaults, at home in a folder.
    package init(home: FilePath) {
        self.home = home
    }

    /// Where the archive is.
    package var archive: FilePath { home.appending("archive") }
}
