// SPDX-License-Identifier: Apache-2.0

/// The outcome of the repair of a recording's damaged files.
package struct FootageRepair: Sendable, Equatable {
    /// A file that is whole again.
    package struct Restored: Sendable, Equatable {
        /// The file's path relative to the store.
        package let path: String
        /// The number of fragments that came from the camera.
        package let fragments: Int
        /// Whether it had bytes behind its last fragment, which are in the folder `recovered` now.
        package var hadSurplus = false
    }

    /// The files that are whole again.
    package var restored: [Restored] = []
    /// Why other files stay as they are, as sentences.
    package var left: [String] = []
}
