// SPDX-License-Identifier: Apache-2.0

/// The moment of a series' first still, measured again: the body of `PATCH /v1/stills/jobs/{job}`.
///
/// The clock of who asked for the series and that of the camera drift apart; who asked measures again, and tells the camera.
package struct StillJobChange: Codable, Sendable, Equatable {
    /// When the first still is due, on the camera's monotonic clock in nanoseconds, within a second of what it was.
    @Within<Bounds.Monotonic, Int64> package var startsAt: Int64
    /// How wrong that may be, in nanoseconds, up to a minute.
    @WithinIfPresent<Bounds.PressUncertainty, Int64> package var uncertainty: Int64?

    /// The same moment, measured again.
    package init(startsAt: Int64, uncertainty: Int64? = nil) {
        self.startsAt = startsAt
        self.uncertainty = uncertainty
    }
}
