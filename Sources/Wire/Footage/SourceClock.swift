// SPDX-License-Identifier: Apache-2.0

/// The clock of a network camera beside that of its node, by the camera's sender reports (RFC 3550 §6.4.1).
package struct SourceClock: Codable, Sendable, Equatable {
    /// The camera's time minus the node's, in nanoseconds, without the time that a report takes.
    @Within<Bounds.Difference, Int64> package var offset: Int64
    /// How fast the camera's clock goes ahead of the node's monotonic clock, in parts per million; nil before two minutes.
    package var drift: Double?
    /// The number of reports since the capture began, or since the camera's clock was set.
    @Within<Bounds.Count, Int> package var reports: Int

    /// A comparison; see the properties.
    package init(offset: Int64, drift: Double? = nil, reports: Int) {
        (self.offset, self.drift, self.reports) = (offset, drift, reports)
    }
}
