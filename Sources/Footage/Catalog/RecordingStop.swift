// SPDX-License-Identifier: Apache-2.0
package import Media

/// What a recorder knows of the moment at which a recording was stopped, without a clock that may step.
package struct RecordingStop: Hashable, Codable, Sendable {
    /// What the camera had captured, as far as was heard: the recording does not end before it; nil if nothing was heard.
    package let reached: FootagePosition?
    /// The boot of the recorder's machine.
    package let boot: String
    /// The moment on that machine's monotonic clock in nanoseconds, which begins with its boot.
    package let monotonic: Int64

    /// A moment of a boot.
    package init(reached: FootagePosition?, boot: String, monotonic: Int64) {
        (self.reached, self.boot, self.monotonic) = (reached, boot, monotonic)
    }
}
