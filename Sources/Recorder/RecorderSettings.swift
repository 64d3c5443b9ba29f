// SPDX-License-Identifier: Apache-2.0
package import SystemPackage
package import Viewing
package import Wire

/// The settings of a recorder.
///
/// `docs/reference/configuration.md` lists the defaults.
package struct RecorderSettings: Sendable {
    /// The folder of the archive, received files and pipelines.
    package var home: FilePath
    /// More addresses at which to look for paired cameras, as `host:port`.
    package var cameras: [String] = []
    /// Whether each camera is recorded whenever it is connected.
    package var continuous = false
    /// The transport of live video, unless a recording names another.
    package var transport = Transport.udp
    /// The jitter budget in milliseconds; see decision 0023.
    package var latencyMilliseconds = 500
    /// The maximum number of viewers at once.
    package var viewers = 8
    /// Decodes pictures of peers in separate processes; nil to decode them in this one.
    package var pictures: PictureProgram?
    /// The rate limit of backfill per camera, in bytes per second; nil for none.
    package var backfillRate: Int?
    /// The size limit of the archive in bytes; nil for none.
    package var keepBytes: Int?
    /// How much footage of each camera to keep, in seconds; nil for all.
    package var keepSeconds: Int?
    /// The disk space to leave free, in bytes; nil for none.
    package var reserveBytes: Int?

    /// Creates settings with defaults and a home.
    package init(home: FilePath) {
        self.home = home
    }

    /// The folder of the archive.
    package var archive: FilePath { home.appending("archive") }
}
