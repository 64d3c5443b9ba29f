// SPDX-License-Identifier: Apache-2.0

/// A camera's media clock compared with the UTC of the machine that stores its footage, at one moment.
package struct ClockComparison: Hashable, Sendable {
    /// The node id of the camera.
    package let camera: String
    /// The epoch that was captured.
    package let epoch: Int
    /// The moment on the camera's media clock.
    package let tick: Tick
    /// The moment on this machine's clock, in nanoseconds since 1970 UTC.
    package let utc: Int64
    /// The largest error of `utc`, in nanoseconds: half of the shortest round trip.
    package let uncertainty: Int64

    /// Pairs two readings of one moment.
    package init(camera: String, epoch: Int, tick: Tick, utc: Int64, uncertainty: Int64) {
        (self.camera, self.epoch, self.tick) = (camera, epoch, tick)
        (self.utc, self.uncertainty) = (utc, uncertainty)
    }
}
