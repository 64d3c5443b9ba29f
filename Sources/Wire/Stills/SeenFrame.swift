// SPDX-License-Identifier: Apache-2.0

/// The frame that a user saw at the press.
package struct SeenFrame: Codable, Sendable, Equatable {
    /// Its epoch.
    @Within<Bounds.Sequence, Int> package var epoch: Int
    /// Its capture time in ticks of 1/90,000 s, as in fragments and live video.
    @Within<Bounds.SeenTick, Int64> package var tick: Int64

    /// Names a frame.
    package init(epoch: Int, tick: Int64) {
        (self.epoch, self.tick) = (epoch, tick)
    }
}
