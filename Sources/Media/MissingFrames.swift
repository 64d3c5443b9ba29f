// SPDX-License-Identifier: Apache-2.0

/// How many frames are missing: those that were counted, and those that nobody counted.
package struct MissingFrames: Sendable, Equatable {
    /// The number of frames that were counted.
    package var counted: Int
    /// Whether more frames may be missing, which nobody counted.
    package var isUncounted: Bool
    /// The most of those that nobody counted; nil if no limit is known.
    package var atMost: Int?

    /// - Parameter atMost: the most of those that nobody counted; nil if no limit is known.
    package init(_ counted: Int, isUncounted: Bool = false, atMost: Int? = nil) {
        (self.counted, self.isUncounted, self.atMost) = (counted, isUncounted, atMost)
    }

    /// The frames of several gaps, which must not overlap.
    package init(_ parts: some Sequence<MissingFrames>) {
        self.init(0, atMost: 0)
        for part in parts {
            counted += part.counted
            guard part.isUncounted else { continue }
            isUncounted = true
            atMost = atMost.flatMap { sum in part.atMost.map { sum + $0 } }
        }
    }

    /// For people: `3 frames missing, and at most 32 that nobody counted`.
    package var text: String {
        guard isUncounted else { return "\(Self.frames(counted)) missing" }
        guard counted == 0 else { return "\(Self.frames(counted)) missing\(addition)" }
        return "\(atMost.map { "at most \(Self.frames($0))" } ?? "some frames") missing that nobody counted"
    }

    /// What follows the number of counted frames: `, and at most 32 that nobody counted`; empty if all are counted.
    package var addition: String {
        isUncounted ? ", and \(atMost.map { "at most \($0)" } ?? "some") that nobody counted" : ""
    }

    private static func frames(_ count: Int) -> String { count == 1 ? "1 frame" : "\(count) frames" }
}
