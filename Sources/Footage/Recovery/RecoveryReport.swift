// SPDX-License-Identifier: Apache-2.0
package import Media

/// The repairs of a store when it was opened.
package struct RecoveryReport: Equatable, Sendable {
    /// A fragment whose bytes were lost, so that its row was deleted: fetch it again, or store a gap.
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

        init(_ fragment: StoredFragment) {
            (recording, id, frames) = (fragment.recording, fragment.id, fragment.frames)
            (firstTick, lastTick) = (fragment.firstTick, fragment.lastTick)
        }
    }

    /// The repairs, one sentence each.
    package internal(set) var notes: [String] = []
    /// The sentences of `notes`, at most `limit`; nil if nothing was repaired.
    package func sentences(limit: Int = 50) -> [String]? {
        guard notes.count > limit else { return notes.isEmpty ? nil : notes }
        return notes.prefix(limit - 1) + ["and \(notes.count - limit + 1) more, which are in the log of the start"]
    }

    /// Bytes cut from the ends of files and copied to `recovered`, because no row names them.
    package internal(set) var cutBytes = 0
    /// Files moved to `recovered`, because no row names them.
    package internal(set) var movedFiles = 0
    /// Fragments whose bytes were lost.
    package internal(set) var lost: [Lost] = []
}
