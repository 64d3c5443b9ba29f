// SPDX-License-Identifier: Apache-2.0
import Media

extension Gap {
    /// What is missing and why, in words for people: the title of a chapter.
    var title: String {
        let reason = reason.explanation ?? "reason given by the camera: \(reason.rawValue)"
        guard frames > 0 || isUncounted else { return "Nothing was captured: \(reason)" }
        let missing = MissingFrames(frames, isUncounted: isUncounted, atMost: atMost).text
        return "\(missing.prefix(1).uppercased())\(missing.dropFirst()): \(reason)"
    }
}
