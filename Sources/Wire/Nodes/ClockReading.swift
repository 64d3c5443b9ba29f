// SPDX-License-Identifier: Apache-2.0

/// A node's clocks read at one moment: the answer of `GET /v1/time`.
///
/// A remote asks several times and uses the exchange with the shortest round trip. The error of the camera's clock is then at most
/// half that round trip.
package struct ClockReading: Codable, Sendable, Equatable {
    /// The node's monotonic clock, in nanoseconds.
    @Within<Bounds.Monotonic, Int64> package var monotonic: Int64
    /// The node's wall clock, in nanoseconds since 1970-01-01T00:00:00Z.
    @Within<Bounds.UTC, Int64> package var utc: Int64

    /// Pairs two readings.
    package init(monotonic: Int64, utc: Int64) {
        (self.monotonic, self.utc) = (monotonic, utc)
    }
}
