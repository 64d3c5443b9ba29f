// SPDX-License-Identifier: Apache-2.0
import Media

/// What a camera's account says of a recording.
package struct AccountVerdict: Equatable, Sendable {
    /// How it stands.
    package enum State: String, Codable, Sendable {
        /// All that the camera said it captured is here.
        case complete
        /// Frames are missing: their number, or where nobody counted them, is in the gaps, with the reasons.
        case missing
        /// The camera has not said yet how an epoch ended, or not everything has been fetched from it.
        case open
        /// The camera keeps no accounts: only what this recorder noted itself is known.
        case unaccounted
    }

    /// How it stands.
    package var state: State
    /// Frames that the camera has captured and that have not come yet.
    package var pending = 0
    /// The capture time of the last stored frame in nanoseconds since 1970 UTC: up to here everything is accounted for.
    package var vouchedUntil: Int64?
    /// Frames that are neither stored nor in a gap.
    var unsaid = 0
    /// Whether a camera was killed or lost: nobody knows how many frames it had captured.
    var isUncounted = false
    var isOpen = false
    /// What is odd, in sentences.
    package var findings: [String] = []
    /// Gaps that stand for what is missing and was not said.
    var found: [Gap] = []
}
