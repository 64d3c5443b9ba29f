// SPDX-License-Identifier: Apache-2.0

/// A press that is being carried out: the answer of `POST /v1/stills`, and `still-job` events.
package struct StillJob: Codable, Sendable, Equatable {
    /// What a job is doing.
    package enum Phase: String, Codable, Sendable {
        /// Counting down; see `secondsLeft`.
        case countdown
        /// Taking pictures.
        case taking
        /// All pictures are taken.
        case done
        /// Somebody cancelled it.
        case cancelled
        /// It failed; see `problem`.
        case failed
    }

    /// The job's id, for `DELETE /v1/stills/jobs/{id}`.
    package var id: String
    /// What it is doing.
    package var phase: Phase
    /// Seconds left of the countdown.
    @Within<Bounds.Seconds, Int> package var secondsLeft: Int
    /// How many stills were asked for.
    @Within<Bounds.Count, Int> package var count: Int
    /// How many have been taken.
    @Within<Bounds.Count, Int> package var taken: Int
    /// The ids of those taken, in order; events and `GET /v1/state` have the last 16.
    package var stills: [String]
    /// How many were left out: the camera was behind when the next was due, or had no picture.
    @Within<Bounds.Count, Int> package var skipped: Int
    /// Why it failed.
    package var problem: String?

    /// A job that has just been taken on.
    package init(id: String, count: Int, secondsLeft: Int) {
        (self.id, self.count, self.secondsLeft) = (id, count, secondsLeft)
        (phase, stills) = (secondsLeft > 0 ? .countdown : .taking, [])
        (taken, skipped) = (0, 0)
    }

    /// One more has been taken; side by side they may be done in another order.
    package mutating func add(_ still: String) {
        taken += 1
        stills.insert(still, at: stills.lastIndex { $0 < still }.map { $0 + 1 } ?? 0)
    }

    /// As it is told to everyone: a series of 10,000 would fill the memory with its ids.
    package var announced: StillJob {
        var job = self
        job.stills = Array(stills.suffix(16))
        return job
    }

    /// Whether nothing more will come of it.
    package var isOver: Bool { phase != .countdown && phase != .taking }
}
