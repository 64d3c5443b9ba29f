// SPDX-License-Identifier: Apache-2.0
import Media

extension Gap {
    /// What is missing and why, in words for people: the title of a chapter.
    var title: String {
        let reason = reason.explanation ?? "reason given by the camera: \(reason.rawValue)"
        return "\(missing): \(reason)"
    }

    private var missing: String {
        let counted = Self.counted(frames)
        switch (frames, isUncounted) {
        case (0, false): return "Nothing was captured"
        case (0, true):
            return atMost.map { "At most \(Self.counted($0)) missing" } ?? "Unknown number of frames missing"
        case (_, false): return "\(counted) missing"
        case (_, true): return "\(counted) missing, \(atMost.map { "and at most \($0) more" } ?? "or more")"
        }
    }

    private static func counted(_ frames: Int) -> String { frames == 1 ? "1 frame" : "\(frames) frames" }
}
