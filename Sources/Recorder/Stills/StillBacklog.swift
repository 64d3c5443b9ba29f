// SPDX-License-Identifier: Apache-2.0
import Wire

/// The queue of one camera's stills to fetch, with limits for concurrency and retries.
struct StillBacklog: Sendable {
    /// A still to fetch, or only to confirm if it is stored already.
    struct Job: Sendable {
        let still: Still
        /// When it was announced, on the recorder's monotonic clock, in nanoseconds.
        let announcedAt: Int64
        /// The number of failed attempts while the camera answered.
        fileprivate(set) var failures = 0

        init(_ still: Still, announcedAt: Int64) {
            (self.still, self.announcedAt) = (still, announcedAt)
        }
    }

    /// Why a fetch failed.
    enum Obstacle {
        /// The camera does not answer, which says nothing about the still.
        case cameraAway
        /// The camera answers, and this still fails.
        case still
        /// The recorder's disk has no room for it.
        case noRoom
    }

    /// What follows a failed fetch.
    enum Verdict {
        /// The still is retried.
        case again
        /// The still has reached the retry limit.
        case givenUp
    }

    /// The maximum of concurrent fetches per camera; leaves the other connections of its pool for events and footage.
    static let width = 4
    /// The retry limit of a still while its camera answers.
    static let tries = 20

    /// The maximum number of stills in memory; for the others, the recorder requests the camera's list again later.
    let limit: Int

    /// The ids of waiting stills, in order.
    private var waiting: [String] = []
    /// Waiting stills and the ones in progress, by id.
    private var jobs: [String: Job] = [:]
    private var workers = 0
    /// Whether a still was dropped since the last request of the camera's list.
    private var isCut = false

    init(limit: Int) { self.limit = limit }

    /// Whether there is room for a still; if not, the camera's list has to be requested again later.
    mutating func hasRoom() -> Bool {
        if jobs.count >= limit { isCut = true }
        return jobs.count < limit
    }

    /// Whether to request the camera's list again, because a still was dropped and no still is waiting.
    mutating func asksAgain() -> Bool {
        guard isCut, waiting.isEmpty else { return false }
        isCut = false
        return true
    }

    /// Appends a still; does nothing for one that is waiting or in progress.
    mutating func add(_ job: Job) {
        guard jobs[job.still.id] == nil else { return }
        jobs[job.still.id] = job
        waiting.append(job.still.id)
    }

    /// Whether to start another worker; counts it if so.
    mutating func hire() -> Bool {
        guard workers < Self.width, !waiting.isEmpty else { return false }
        workers += 1
        return true
    }

    /// The next still for a worker; nil ends the worker.
    mutating func next() -> Job? {
        guard !waiting.isEmpty else {
            workers -= 1
            return nil
        }
        return jobs[waiting.removeFirst()]
    }

    /// Notes that a worker ended early.
    mutating func leave() { workers -= 1 }

    /// Removes a still that is done.
    mutating func finish(_ job: Job) { jobs[job.still.id] = nil }

    /// Queues a still again after a failed fetch.
    ///
    /// If the camera is away, the still stays first. If only the still fails, it goes to the end, up to the retry limit. If there
    /// is no disk space, it goes to the end without a limit.
    mutating func putBack(_ job: Job, because obstacle: Obstacle) -> Verdict {
        var job = job
        if obstacle == .still { job.failures += 1 }
        guard job.failures < Self.tries else {
            finish(job)
            return .givenUp
        }
        jobs[job.still.id] = job
        waiting.insert(job.still.id, at: obstacle == .cameraAway ? waiting.startIndex : waiting.endIndex)
        return .again
    }
}
