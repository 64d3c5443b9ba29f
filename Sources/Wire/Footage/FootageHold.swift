// SPDX-License-Identifier: Apache-2.0

/// The point from which a camera keeps its footage for one recording of one recorder: the answer of `PUT
/// /v1/footage/holds/{recording}`.
package struct FootageHold: Codable, Sendable, Equatable {
    /// The recorder's id of the recording.
    package var recording: String
    /// The camera's number of the epoch in which the recording begins; 0 if no epoch has begun yet.
    @Within<Bounds.Epoch, Int> package var epoch: Int
    /// That epoch's id; nil if no epoch has begun yet.
    package var epochID: String?
    /// The first fragment that belongs to the recording.
    @Within<Bounds.Sequence, Int> package var sequence: Int
    /// The frames that the epoch had captured before that fragment; nil while that is not known.
    @WithinIfPresent<Bounds.Count, Int> package var before: Int?
    /// Whether the recording begins with the first fragment of the epoch after `epochID`, because the camera has no picture yet.
    package var isNextEpoch: Bool
    /// The epoch of the last fragment that the recorder has acknowledged; nil before the first.
    package var acknowledgedEpochID: String?
    /// The last fragment that the recorder has acknowledged: the hold no longer covers it and those before it.
    @WithinIfPresent<Bounds.Sequence, Int> package var acknowledged: Int?
    /// How much footage from before the request belongs to the recording, in nanoseconds; nil if none was requested.
    @WithinIfPresent<Bounds.Duration, Int64> package var reach: Int64?

    /// Describes a hold; see the properties.
    package init(
        recording: String, epoch: Int, epochID: String?, sequence: Int, before: Int? = nil, isNextEpoch: Bool = false,
        reach: Int64? = nil
    ) {
        (self.recording, self.epoch, self.epochID, self.sequence) = (recording, epoch, epochID, sequence)
        (self.before, self.isNextEpoch, self.reach) = (before, isNextEpoch, reach)
    }
}

/// A recorder's request to keep footage from now on: the body of `PUT /v1/footage/holds/{recording}`.
package struct FootageHoldRequest: Codable, Sendable, Equatable {
    /// How much of the footage in the spool belongs to the recording, in milliseconds, 0 to 2,592,000,000.
    @WithinIfPresent<Bounds.Reach, Int> package var beforeMilliseconds: Int?

    /// Requests a hold from now on, and on this much earlier footage.
    package init(beforeMilliseconds: Int? = nil) {
        self.beforeMilliseconds = beforeMilliseconds
    }
}
