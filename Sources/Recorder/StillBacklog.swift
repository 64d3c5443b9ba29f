// SPDX-License-Identifier: Apache-2.0
import Wire

/// The stills of one camera that wait to be fetched: the order, how many at a time, and how often each is tried.
struct StillBacklog: Sendable {
    /// A still to be fetched, or only to be confirmed if it is here already.
    struct Job: Sendable {
        let still: Still
        /// When it was announced, on the recorder's monotonic clock, in nanoseconds.
        let announcedAt: Int64
        /// How often it could not be fetched although the camera answered.
        fileprivate(set) var failures = 0

        init(_ still: Still, announcedAt: Int64) {
            (self.still, self.announcedAt) = (still, announcedAt)
        }
    }

    /// Why a still could not be fetched now.
    enum Obstacle {
        /// The camera does not answer, which says nothing about the still.
        case cameraAway
        /// The camera answers, and this still fails.
        case still
        /// The recorder's disk has no room for it.
        case noRoom
    }

    /// What becomes of a still that could not be fetched.
    enum Verdict {
        /// It is tried again.
        case again
        /// It has failed too often.
        case givenUp
    }

    /// Stills of one camera that are fetched side by side: the other connections of its pool are for events and footage.
    static let width = 4
    /// How often a still is tried while its camera answers.
    static let tries = 20

    /// No more stills wait in memory; the others stay on the camera, which is asked again when these are dealt with.
    let limit: Int

    /// Waits in this order.
    private var waiting: [String] = []
    /// Waiting or being fetched, by id.
    private var jobs: [String: Job] = [:]
    private var workers = 0
    /// Whether a still found no place since the camera was asked for its list.
    private var isCut = false

    init(limit: Int) { self.limit = limit }

    /// Whether a still finds a place; if not, the camera is asked for its list later.
    mutating func hasRoom() -> Bool {
        if jobs.count >= limit { isCut = true }
        return jobs.count < limit
    }

    /// Whether the camera is to be asked for its list: some of it found no place, and there is place again.
    mutating func asksAgain() -> Bool {
        guard isCut, waiting.isEmpty else { return false }
        isCut = false
        return true
    }

    /// Adds a still behind the others; does nothing for one that is waiting or being fetched.
    mutating func add(_ job: Job) {
        guard jobs[job.still.id] == nil else { return }
        jobs[job.still.id] = job
        waiting.append(job.still.id)
    }

    /// Whether one more worker is to begin; counts it if so.
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

    /// A worker ends in the middle.
    mutating func leave() { workers -= 1 }

    /// A still is dealt with.
    mutating func finish(_ job: Job) { jobs[job.still.id] = nil }

    /// A still could not be fetched.
    ///
    /// While the camera is away, the still stays the first. One that fails alone goes behind the others, and is given up after
    /// some tries. One without room goes behind the others too, and waits for as long as it takes.
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
