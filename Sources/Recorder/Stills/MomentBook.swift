// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Tasks
import Wire

/// The series of several cameras of this run of the recorder; published as events.
final class MomentBook: Sendable {
    /// A job whose moments follow this recorder's clock, although the camera's drifts away from it.
    struct Pace: Sendable, Equatable {
        let job: String
        /// When its first still is due, on this recorder's monotonic clock in nanoseconds.
        let start: Int64
        /// How wrong that may be, in nanoseconds.
        let uncertainty: Int64
        /// How many stills were asked for, and how many were taken.
        var (count, taken) = (0, 0)
    }

    private struct Entry {
        var series: MomentSeries
        let start: Int64
        let uncertainty: Int64
    }

    private struct State {
        /// In order of their beginning.
        var entries: [Entry] = []
        var serial = 0
    }

    /// The most stills of one series, and of all that are remembered.
    static let mostStills = 20_000

    private let events: EventFeed
    private let state = Mutex(State())

    init(events: EventFeed) {
        self.events = events
    }

    /// Remembers a series; forgets the oldest that are over, if there are too many.
    ///
    /// - Parameters:
    ///   - start: the first moment on this recorder's monotonic clock in nanoseconds.
    ///   - at: the same in nanoseconds since 1970, UTC.
    func begin(
        _ request: MomentRequest, start: Int64, at: Int64, by cameras: [MomentSeries.Camera]
    ) -> MomentSeries {
        let series = state.withLock { state in
            state.serial += 1
            let series = MomentSeries(id: "m\(state.serial)", at: at, of: request, by: cameras)
            state.entries.append(
                Entry(series: series, start: start, uncertainty: request.pressUncertainty ?? 0))
            func stills(of entry: Entry) -> Int { entry.series.count * entry.series.cameras.count }
            var total = state.entries.reduce(0) { $0 + stills(of: $1) }
            while total > Self.mostStills, let index = state.entries.firstIndex(where: \.series.isOver) {
                total -= stills(of: state.entries.remove(at: index))
            }
            return series
        }
        events.publish(.momentSeries(series.announced))
        return series
    }

    /// A series; throws a problem 404 if there is none.
    func series(_ id: String) throws(Problem) -> MomentSeries {
        guard let entry = state.withLock({ $0.entries.first { $0.series.id == id } }) else {
            throw .notFound("there is no series \(id) since this recorder started")
        }
        return entry.series
    }

    /// The series that are not over, without their moments.
    var running: [MomentSeries] {
        state.withLock { $0.entries.map(\.series) }.filter { !$0.isOver }.map(\.announced)
    }

    /// Notes the progress of a camera's job.
    func hear(_ job: StillJob, of camera: String) {
        let changed = change { $0.hear(job, of: camera) }
        if let changed { events.publish(.momentSeries(changed.announced)) }
    }

    /// Notes a still of a camera.
    ///
    /// - Parameter file: the id of its file on this recorder.
    func hear(_ still: Still, of camera: String, file: String) {
        _ = change { $0.hear(still, of: camera, file: file) }
    }

    /// The series that was changed; nil if none was.
    private func change(_ body: (inout MomentSeries) -> Bool) -> MomentSeries? {
        state.withLock { state in
            for index in state.entries.indices where body(&state.entries[index].series) {
                return state.entries[index].series
            }
            return nil
        }
    }

    /// The jobs of a camera that are not over.
    func paces(of camera: String) -> [Pace] {
        state.withLock { state in
            state.entries.compactMap { entry in
                let job = entry.series.cameras.first { $0.camera == camera }?.job
                guard let job, !job.isOver else { return nil }
                return Pace(
                    job: job.id, start: entry.start, uncertainty: entry.uncertainty, count: job.count, taken: job.taken)
            }
        }
    }
}
