// SPDX-License-Identifier: Apache-2.0

/// What a store found and did when it was opened.
package struct RecoveryReport: Equatable, Sendable {
    /// A fragment whose bytes were gone, so that its row was dropped: fetch it again, or record a gap.
    package struct Lost: Equatable, Sendable {
        /// The recording that it belonged to.
        package let recording: String
        /// Its epoch and sequence.
        package let id: FragmentID
        /// The capture time of its first frame.
        package let firstTick: Tick
        /// The capture time of its last frame.
        package let lastTick: Tick
        /// The number of its frames.
        package let frames: Int
    }

    /// What happened, a sentence each.
    package internal(set) var notes: [String] = []
    /// Bytes cut from the ends of files because no row names them.
    package internal(set) var cutBytes = 0
    /// Files removed because no row names them.
    package internal(set) var removedFiles = 0
    /// Fragments that did not survive.
    package internal(set) var lost: [Lost] = []
}
