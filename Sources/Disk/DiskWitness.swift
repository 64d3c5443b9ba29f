// SPDX-License-Identifier: Apache-2.0
package import SystemPackage

/// Observes each successful sync, for tests.
///
/// Only a power cut would reveal a missing sync, so the tests check which syncs happened, and when.
package enum DiskWitness {
    /// What was synced.
    package enum Sync: Hashable, Sendable {
        /// The bytes of a file of a store, or of a small file.
        case data
        /// The bytes of a file that has arrived.
        case part(FilePath)
        /// The names in a directory.
        case directory(FilePath)
    }

    /// Called after each sync of this task; nil outside of tests.
    @TaskLocal package static var hears: (@Sendable (Sync) -> Void)?
}
