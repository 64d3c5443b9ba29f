// SPDX-License-Identifier: Apache-2.0

/// A press in progress: the answer of `POST /v1/stills`, and `still-job` events.
package struct StillJob: Codable, Sendable, Equatable {
    /// The phases of a job.
    package enum Phase: String, Codable, Sendable {
        /// Counting down; see `secondsLeft`.
        case countdown
        /// Taking pictures.
        case taking
        /// All pictures are taken.
        case done
        /// The job was cancelled.
        case cancelled
        /// It failed; see `problem`.
        case failed
    }

    /// The job's id, for `DELETE /v1/stills/jobs/{id}`.
    package var id: String
    /// The current phase.
    package var phase: Phase
    /// Seconds left of the countdown.
    @Within<Bounds.Seconds, Int> package var secondsLeft: Int
    /// How many stills were asked for.
    @Within<Bounds.Count, Int> package var count: Int
    /// How many have been taken.
    @Within<Bounds.Count, Int> package var taken: Int
    /// The ids of those taken, in order; events and `GET /v1/state` have the last 16.
    package var stills: [String]
    /// How many were skipped, because the camera was behind when the next was due, or had no picture.
    @Within<Bounds.Count, Int> package var skipped: Int
    /// Why it failed.
    package var problem: String?

    /// A new job.
    package init(id: String, count: Int, secondsLeft: Int) {
        (self.id, self.count, self.secondsLeft) = (id, count, secondsLeft)
        (phase, stills) = (secondsLeft > 0 ? .countdown : .taking, [])
        (taken, skipped) = (0, 0)
    }

    /// Adds a still that was taken; stills taken concurrently may finish in another order.
    package mutating func add(_ still: String) {
        taken += 1
        stills.insert(still, at: stills.lastIndex { $0 < still }.map { $0 + 1 } ?? 0)
    }

    /// The job as events announce it, with its last 16 ids: those of a series of 10,000 would fill the memory.
    package var announced: StillJob {
        var job = self
        job.stills = Array(stills.suffix(16))
        return job
    }

    /// Whether the job has ended.
    package var isOver: Bool { phase != .countdown && phase != .taking }
}
