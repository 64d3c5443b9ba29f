// SPDX-License-Identifier: Apache-2.0

/// What is known of one of a camera's epochs, also when it is long over.
package struct EpochDescription: Codable, Sendable, Equatable {
    /// The epoch.
    package var epoch: Int
    /// Why it began: `camera-restarted`, `pipeline-changed` or `capture-failed`.
    package var began: String
    /// UTC (nanoseconds since 1970) at tick 0 of its media clock.
    package var utcAtTickZero: Int64
    /// How wrong `utcAtTickZero` may be, in nanoseconds.
    package var uncertainty: Int64

    /// Describes an epoch; see the properties.
    package init(epoch: Int, began: String, utcAtTickZero: Int64, uncertainty: Int64) {
        (self.epoch, self.began, self.utcAtTickZero, self.uncertainty) = (epoch, began, utcAtTickZero, uncertainty)
    }
}
