// SPDX-License-Identifier: Apache-2.0
package import SystemPackage

/// Hears of each sync that has succeeded, for tests.
///
/// A sync that is left out shows nowhere but after a power cut, so tests look at what was synced, and when.
package enum DiskWitness {
    /// What is on the disk now.
    package enum Sync: Hashable, Sendable {
        /// The bytes of a file of a store, or of a small file.
        case data
        /// The bytes of a file that has arrived.
        case part(FilePath)
        /// The names in a directory.
        case directory(FilePath)
    }

    /// Called behind each sync of this task; nil outside of tests.
    @TaskLocal package static var hears: (@Sendable (Sync) -> Void)?
}
