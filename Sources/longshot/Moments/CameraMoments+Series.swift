// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Synchronization
import Tasks
import Wire

/// Series of several cameras without a recorder: this machine leads them while its command runs.
extension CameraMoments {
    /// A series that this machine leads.
    struct Led: Sendable {
        var series: MomentSeries
        /// The first moment on this machine's monotonic clock in nanoseconds.
        let start: Int64
        /// When the clocks were compared last.
        var compared: ContinuousClock.Instant
    }

    func begin(_ request: MomentRequest) async throws -> MomentSeries {
        let ready = await each(of: places) { await Self.prepare($0) }
        let now = monotonicNanoseconds()
        let pressed = request.pressedAt ?? (request.timerSeconds > 0 ? now : now + MomentRequest.ahead)
        let cameras = await each(of: ready) { one -> MomentSeries.Camera in
            var part = MomentSeries.Camera(camera: one.shot.camera, name: one.shot.name, problem: one.shot.problem)
            guard let target = one.target else { return part }
            let wish = one.wish(request, at: pressed)
            do {
                part.job = try await withTimeout(Self.patience) {
                    try await target.withClient { try await $0.takeStills(wish) }
                }
            } catch {
                part.problem = Self.reason(of: error)
            }
            return part
        }
        let start = request.start(pressedAt: pressed)
        let series = MomentSeries(
            id: "here", at: wallNanoseconds() - (monotonicNanoseconds() - start), of: request, by: cameras)
        led.withLock { $0 = Led(series: series, start: start, compared: .now) }
        return series
    }

    func series(_ id: String, after: Int, limit: Int) async throws -> MomentSeries {
        guard var led = led.withLock({ $0 }) else { throw Problem.notFound("there is no series \(id)") }
        let change = .now - led.compared > MomentSeries.pace ? StillJobChange(startsAt: led.start) : nil
        if change != nil { led.compared = .now }
        let heard = await each(of: led.series.cameras) { [self, series = led.series] camera in
            await news(of: camera, besides: series.stills(of: camera.camera), change)
        }
        for (camera, news) in zip(led.series.cameras, heard) {
            guard let news else { continue }
            for still in news.stills { _ = led.series.hear(still, of: camera.camera) }
            _ = led.series.hear(news.job, of: camera.camera)
        }
        self.led.withLock { [led] in $0 = led }
        return led.series.page(after: after, limit: limit)
    }

    /// The job of a camera and its stills that are not known yet; nil while the camera does not answer.
    private func news(
        of camera: MomentSeries.Camera, besides known: Set<String>, _ change: StillJobChange?
    ) async -> (job: StillJob, stills: [Still])? {
        guard let job = camera.job, !job.isOver, let target = target(of: camera.camera) else { return nil }
        return try? await withTimeout(Self.patience) {
            try await target.withClient { client in
                if let change { _ = try await client.moveStills(job: job.id, startingHere: change) }
                let present = try await client.stillJob(job.id)
                var stills: [Still] = []
                for id in present.stills where !known.contains(id) { stills.append(try await client.still(id)) }
                return (present, stills)
            }
        }
    }

    func cancel(_ id: String) async throws -> MomentSeries {
        guard let cameras = led.withLock({ $0?.series.cameras }) else {
            throw Problem.notFound("there is no series \(id)")
        }
        let problems = await each(of: cameras) { [self] camera -> String? in
            guard let job = camera.job, !job.isOver, let target = target(of: camera.camera) else { return nil }
            do {
                _ = try await withTimeout(Self.patience) {
                    try await target.withClient { try await $0.cancelStills(job: job.id) }
                }
                return nil
            } catch {
                return "\(camera.name) may go on: \(Self.reason(of: error))"
            }
        }.compactMap { $0 }
        guard problems.isEmpty else { throw Problem.conflict(problems.joined(separator: "; ")) }
        return try await series(id, after: 0, limit: 1)
    }
}
