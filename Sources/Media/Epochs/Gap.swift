// SPDX-License-Identifier: Apache-2.0

/// A stretch of time in which frames are missing, with the reason.
package struct Gap: Hashable, Codable, Sendable {
    /// The catalog's number for it; nil before it is stored and for gaps that verification found.
    package let id: Int64?
    /// The recording that it belongs to.
    package let recording: String
    /// The camera's epoch.
    package let epoch: Int
    /// The first tick of the stretch.
    package let firstTick: Tick
    /// The last tick of the stretch.
    package let lastTick: Tick
    /// The number of missing frames; 0 if that is unknown or only time is missing.
    package let frames: Int
    /// Why.
    package private(set) var reason: GapReason
    /// The fragment in whose window the frames were lost, or the fragments that are missing; nil in older catalogs, and for
    /// gaps between epochs.
    package var sequences: ClosedRange<Int>?
    /// The frames that the epoch had captured before the first of those fragments.
    package var before: Int?
    /// Whether an unknown number of further frames may be missing.
    package var isUncounted = false
    /// The largest possible number of those, if it is known.
    package var atMost: Int?

    /// A gap.
    package init(
        id: Int64? = nil,
        recording: String,
        epoch: Int,
        firstTick: Tick,
        lastTick: Tick,
        frames: Int,
        reason: GapReason
    ) {
        self.id = id
        self.recording = recording
        self.epoch = epoch
        self.firstTick = firstTick
        self.lastTick = lastTick
        self.frames = frames
        self.reason = reason
    }
}

extension Gap {
    /// Whether it is the time between two epochs, whose length only their clocks can tell: it has no ticks.
    package var isBetweenEpochs: Bool { frames == 0 && firstTick == lastTick }

    /// The same gap; if this version does not know its reason, with the place that the catalog found for it.
    package func placed(inside isInside: Bool) -> Gap {
        var copy = self
        copy.reason = reason.placed(inside: isInside)
        return copy
    }
}
