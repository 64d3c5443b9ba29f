// SPDX-License-Identifier: Apache-2.0

/// Why there is no picture of a moment, and the nearest moments of which there is one.
package struct MissingMoment: Codable, Sendable, Equatable {
    /// The reason of the gap: a word of the list in `docs/reference/archive.md`, or `trimmed`; nil if it is not known.
    package var reason: String?
    /// The capture time of the last frame before the moment: nanoseconds since 1970, UTC; nil if there is none.
    @WithinIfPresent<Bounds.UTC, Int64> package var before: Int64?
    /// The capture time of the first frame after the moment: nanoseconds since 1970, UTC; nil if there is none.
    @WithinIfPresent<Bounds.UTC, Int64> package var after: Int64?

    /// Describes a moment without a picture; see the properties.
    package init(reason: String?, before: Int64?, after: Int64?) {
        (self.reason, self.before, self.after) = (reason, before, after)
    }
}
