// SPDX-License-Identifier: Apache-2.0
package import Media

/// The state of a recording as recomputed from disk, and whether the promise holds.
///
/// The promise: every frame that the camera captured is in the archive once, byte for byte, or the archive says which frames are
/// missing and why.
package struct Verification: Equatable, Sendable {
    /// An observation of the verification.
    package struct Finding: Equatable, Sendable {
        /// The observation as a sentence.
        package let text: String
        /// The file, relative to the store.
        package let path: String?
        /// The offset in the file in bytes.
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
    /// The number of them received over the live lane.
    package internal(set) var received = 0
    /// The fragments whose stored bytes are gone or have changed.
    package internal(set) var damaged: Set<FragmentID> = []
    /// The fragments among them that could not be read, so that nothing is known of their bytes.
    package internal(set) var unread: Set<FragmentID> = []
    /// The segments whose files do not begin with their init segments.
    package internal(set) var damagedHeads: Set<Int64> = []
    /// The closed segments whose files have bytes behind their last fragments.
    package internal(set) var surplus: Set<Int64> = []
    /// Frames whose stored bytes are unchanged on disk.
    package internal(set) var persisted = 0
    /// Captured frames that are not on disk.
    package var missing: Int { captured - persisted }
    /// Stored gaps, and those found now, in the order of time.
    package internal(set) var gaps: [Gap] = []
    /// The observations, in the order of the footage.
    package internal(set) var findings: [Finding] = []
    /// The result of the camera's accounts; its findings are also in `findings`.
    package internal(set) var account = AccountVerdict(state: .unaccounted)
    /// Whether the promise holds: missing frames are recorded with a reason, and nothing else is wrong.
    package var holds: Bool {
        !findings.contains { $0.breaks } && !gaps.contains { $0.reason.isFoundByVerification }
    }

    /// A verification that has seen nothing yet.
    init(recording: String) {
        self.recording = recording
    }
}
