// SPDX-License-Identifier: Apache-2.0

/// The frame of a recording that is visible at a moment, and those beside it: `GET /v1/recordings/{id}/frames`.
///
/// Moments are nanoseconds since 1970, UTC, by the camera's clock.
package struct NeighbouringFrames: Codable, Sendable, Equatable {
    /// When the frame before the visible one was captured; nil if there is none.
    @WithinIfPresent<Bounds.UTC, Int64> package var previous: Int64?
    /// When the visible frame was captured, the last one at or before the moment; nil before the first frame.
    @WithinIfPresent<Bounds.UTC, Int64> package var shown: Int64?
    /// When the frame after the moment was captured; nil if there is none.
    @WithinIfPresent<Bounds.UTC, Int64> package var next: Int64?

    /// Describes frames.
    package init(previous: Int64?, shown: Int64?, next: Int64?) {
        (self.previous, self.shown, self.next) = (previous, shown, next)
    }
}
