// SPDX-License-Identifier: Apache-2.0

/// Several moments of several cameras: the answer of `POST /v1/moments/series`, and `moment-series` events.
///
/// Each camera takes its stills on its own, as a series, so that a broken link costs none of them.
package struct MomentSeries: Codable, Sendable, Equatable {
    /// A camera of the series.
    package struct Camera: Codable, Sendable, Equatable {
        /// The camera's node id; empty if it has not answered.
        package var camera: String
        /// The camera's name.
        package var name: String
        /// Its job as last heard of, without the ids of its stills; nil if it takes no part.
        package var job: StillJob?
        /// Why it takes no part.
        package var problem: String?

        /// A camera that takes part with a job, or has a problem.
        package init(camera: String, name: String, job: StillJob? = nil, problem: String? = nil) {
            (self.camera, self.name, self.job, self.problem) = (camera, name, job, problem)
        }
    }

    /// How often who leads a series compares the clocks.
    package static let pace = Duration.seconds(30)

    /// The id of the series, for `DELETE /v1/moments/series/{id}`.
    package var id: String
    /// The first moment by the clock of who leads the series: nanoseconds since 1970, UTC.
    @Within<Bounds.UTC, Int64> package var at: Int64
    /// How many moments were asked for.
    @Within<Bounds.Count, Int> package var count: Int
    /// The interval between two moments in milliseconds.
    @Within<Bounds.Milliseconds, Int> package var everyMilliseconds: Int
    /// The phase of all: that of the camera that has most before it.
    package private(set) var phase: StillJob.Phase
    /// Seconds left of the countdown.
    @Within<Bounds.Seconds, Int> package private(set) var secondsLeft: Int
    /// The cameras, in the order of the request.
    package private(set) var cameras: [Camera]
    /// The moments of which a camera has a still, in order; events and `GET /v1/state` have none.
    package private(set) var moments: [MomentReport]

    /// A series of which nothing is taken.
    package init(id: String, at: Int64, of request: MomentRequest, by cameras: [Camera]) {
        (self.id, self.at, self.cameras) = (id, at, cameras)
        for index in cameras.indices { self.cameras[index].job?.stills = [] }
        (count, everyMilliseconds) = (request.count, request.everyMilliseconds)
        (phase, secondsLeft, moments) = (.failed, 0, [])
        judge()
    }

    /// The ids of the stills of a camera; two cameras may give the same id.
    package func stills(of camera: String) -> Set<String> {
        Set(moments.lazy.flatMap(\.shots).filter { $0.camera == camera }.compactMap(\.still?.id))
    }

    /// Whether no camera has anything left to take.
    package var isOver: Bool { cameras.allSatisfy { $0.job?.isOver ?? true } }

    /// The series as events announce it.
    package var announced: MomentSeries { with(moments: []) }

    /// The series with at most `limit` of its moments, beginning after the moment with the number `after`.
    package func page(after: Int, limit: Int) -> MomentSeries {
        with(moments: Array(moments.lazy.filter { $0.number ?? 0 > after }.prefix(limit)))
    }

    private func with(moments: [MomentReport]) -> MomentSeries {
        var series = self
        series.moments = moments
        return series
    }

    /// Notes the progress of a camera; false if it is none of this series, or nothing new.
    package mutating func hear(_ job: StillJob, of camera: String) -> Bool {
        guard let index = cameras.firstIndex(where: { $0.camera == camera && $0.job?.id == job.id }),
            let known = cameras[index].job, !known.isOver
        else { return false }
        var job = job
        // A camera may say anything: this is kept and passed on for each.
        (job.stills, job.count) = ([], known.count)
        job.problem = job.problem.map { String($0.prefix(200)) }
        guard job != known else { return false }
        cameras[index].job = job
        judge()
        return true
    }

    /// Notes a still of a camera, and where its file is; false if it is none of this series, or known.
    package mutating func hear(_ still: Still, of camera: String, file: String? = nil) -> Bool {
        guard let party = cameras.first(where: { $0.camera == camera && $0.job?.id == still.job }),
            let number = Int(still.id.dropFirst(still.job.count + 1)), (1...count).contains(number)
        else { return false }
        // Stills arrive nearly in order.
        let last = moments.lastIndex { $0.number ?? 0 <= number }
        let index = last.flatMap { moments[$0].number == number ? $0 : nil }
        var shots = index.map { moments[$0].shots } ?? []
        guard !shots.contains(where: { $0.camera == camera }) else { return false }
        var shot = MomentShot(camera: camera, name: party.name, still: still)
        shot.file = file
        shots.append(shot)
        let order = cameras.map(\.camera)
        shots.sort { order.firstIndex(of: $0.camera) ?? 0 < order.firstIndex(of: $1.camera) ?? 0 }
        var report = MomentReport(at: at + Int64(number - 1) * Int64(everyMilliseconds) * 1_000_000, shots: shots)
        report.number = number
        if let index { moments[index] = report } else { moments.insert(report, at: last.map { $0 + 1 } ?? 0) }
        return true
    }

    /// Follows the jobs of the cameras.
    private mutating func judge() {
        let jobs = cameras.compactMap(\.job)
        secondsLeft = jobs.map(\.secondsLeft).max() ?? 0
        phase =
            [.countdown, .taking, .cancelled, .done].first { phase in jobs.contains { $0.phase == phase } } ?? .failed
    }
}
