// SPDX-License-Identifier: Apache-2.0

/// The relation of a camera's media clock to UTC during one epoch, and why that epoch began.
package struct EpochClock: Hashable, Sendable {
    /// The node id of the camera.
    package let camera: String
    /// The epoch.
    package let epoch: Int
    /// A tick of the media clock.
    package let tick: Tick
    /// The time at that tick, in nanoseconds since 1970 UTC.
    package let utc: Int64
    /// How far `utc` may be off, in nanoseconds.
    package let uncertainty: Int64
    /// Why the previous epoch ended.
    package let began: GapReason
    /// The camera's account of the epoch; nil if it keeps none.
    package var account: EpochAccount?

    /// A mapping through one point; assumes that the media clock runs at the rate of UTC.
    package init(
        camera: String, epoch: Int, tick: Tick, utc: Int64, uncertainty: Int64, began: GapReason = .cameraRestarted,
        account: EpochAccount? = nil
    ) {
        self.camera = camera
        self.epoch = epoch
        self.tick = tick
        self.utc = utc
        self.uncertainty = uncertainty
        self.began = began
        self.account = account
    }

    /// Whether the camera's program ran through from the epoch before to this one, so that both have one media clock.
    var continuesRun: Bool { [.pipelineChanged, .captureFailed].contains(began) }

    /// The time at a tick, in nanoseconds since 1970 UTC.
    package func utc(of other: Tick) -> Int64 {
        utc.addingSaturating(Tick(rawValue: other - tick).nanoseconds)
    }

    /// The tick at a time, in nanoseconds since 1970 UTC.
    package func tick(at other: Int64) -> Tick { tick + Tick(nanoseconds: other.subtractingSaturating(utc)).rawValue }
}
