// SPDX-License-Identifier: Apache-2.0
import Media

/// The result of comparing a recording with its camera's accounts.
package struct AccountVerdict: Equatable, Sendable {
    /// The state of a recording by the accounts.
    package enum State: String, Codable, Sendable {
        /// Everything that the camera reported as captured is stored.
        case complete
        /// Frames are missing: the gaps have the reasons, and the number if it is known.
        case missing
        /// The camera has not reported yet how an epoch ended, or not everything has been fetched from it.
        case open
        /// The camera keeps no accounts: only this recorder's own observations are known.
        case unaccounted
    }

    /// The state of the recording.
    package var state: State
    /// Captured frames that have not arrived yet.
    package var pending = 0
    /// The capture time of the last stored frame in nanoseconds since 1970 UTC: up to here everything is accounted for.
    package var vouchedUntil: Int64?
    /// Frames that are neither stored nor in a gap.
    var unsaid = 0
    /// Whether a camera was killed or lost, so that the number of captured frames is unknown.
    var isUncounted = false
    var isOpen = false
    /// Inconsistencies, as sentences.
    package var findings: [String] = []
    /// Gaps for missing frames that no stored gap covers.
    var found: [Gap] = []
}
