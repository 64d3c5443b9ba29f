// SPDX-License-Identifier: Apache-2.0
import Wire

extension StillJob {
    /// How many of its stills were skipped, and why; nil if none was.
    var skippedWords: String? {
        guard skipped > 0 else { return nil }
        return
            "\(skipped) of \(count.counted("still")) \(skipped == 1 ? "was" : "were") skipped: the camera was away or late, "
            + "or had no picture"
    }
}
