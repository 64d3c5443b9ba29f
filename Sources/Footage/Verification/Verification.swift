// SPDX-License-Identifier: Apache-2.0
package import Media

/// What can be recomputed of a recording from disk, and whether the promise holds.
///
/// Every frame that the camera captured is in the archive once, byte for byte, or the archive says which are
/// missing and why.
package struct Verification: Equatable, Sendable {
    /// Something that was noticed.
    package struct Finding: Equatable, Sendable {
        /// What, as a sentence.
        package let text: String
        /// The file, relative to the store.
        package let path: String?
        /// The byte in the file.
        package let offset: Int?
        /// Whether it breaks the promise; otherwise it is a note.
        package let breaks: Bool
    }

    /// The recording's id.
    package let recording: String
    /// Fragments in the catalog.
    package internal(set) var fragments = 0
    /// Frames that the camera captured.
    package internal(set) var captured = 0
    /// Frames of them that left the encoder.
    package internal(set) var encoded = 0
    /// Frames of them that the live lane brought.
    package internal(set) var received = 0
    /// Frames whose bytes are on disk as they were stored.
    package internal(set) var persisted = 0
    /// Captured frames that are not on disk.
    package var missing: Int { captured - persisted }
    /// Recorded gaps, and those found now, in the order of time.
    package internal(set) var gaps: [Gap] = []
    /// What was noticed, in the order of the footage.
    package internal(set) var findings: [Finding] = []
    /// What the camera's account says; findings of it are among the findings.
    package internal(set) var account = AccountVerdict(state: .unaccounted)
    /// Whether the promise holds: what is missing is recorded with its reason, and nothing else is wrong.
    package var holds: Bool {
        !findings.contains { $0.breaks } && !gaps.contains { $0.reason.isFoundByVerification }
    }

    /// A verification that has seen nothing yet.
    init(recording: String) {
        self.recording = recording
    }
}
