// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import GStreamer
import Logging
import Synchronization
import Wire

/// Presses of the button: counted down here, on the camera, and cancellable by whoever is paired.
final class StillJobs: Sendable {
    private struct State {
        var jobs: [String: StillJob] = [:]
        var order: [String] = []
        var cancelled: Set<String> = []
        var serial = 0
    }

    private let shutter: Shutter
    private let nursery: Nursery
    private let events: EventFeed
    private let logger: Logger
    private let state = Mutex(State())

    init(shutter: Shutter, nursery: Nursery, events: EventFeed, logger: Logger) {
        (self.shutter, self.nursery, self.events, self.logger) = (shutter, nursery, events, logger)
    }

    /// Takes on a press; the pictures follow as events.
    func begin(_ request: StillRequest) throws -> StillJob {
        let arrival = monotonicNanoseconds()
        try validate(request, arrival: arrival)
        let job = state.withLock { state in
            state.serial += 1
            let id = identifier(serial: state.serial)
            let job = StillJob(id: id, count: request.count, secondsLeft: request.timerSeconds)
            state.jobs[id] = job
            state.order.append(id)
            if state.order.count > 1_000 { state.jobs[state.order.removeFirst()] = nil }
            return job
        }
        guard nursery.begin({ [self] in await run(job, request, arrival: arrival) }) else {
            throw Problem.conflict("the camera is stopping, or has more than 1,000 presses to carry out")
        }
        return job
    }

    /// What a job is doing.
    func job(_ id: String) throws(Problem) -> StillJob {
        guard let job = state.withLock({ $0.jobs[id] }) else { throw .notFound("there is no still job \(id)") }
        return job
    }

    /// Cancels what is still to come of a job.
    func cancel(_ id: String) throws(Problem) -> StillJob {
        let job = try job(id)
        if job.phase == .countdown || job.phase == .taking { state.withLock { _ = $0.cancelled.insert(id) } }
        return job
    }

    private func validate(_ request: StillRequest, arrival: Int64) throws(Problem) {
        let minute: Int64 = 60_000_000_000
        guard (0...arrival + minute).contains(request.pressedAt ?? 0) else {
            throw .badRequest("pressedAt must be on the camera's clock (GET /v1/time), at most a minute ahead of it")
        }
        guard (0...minute).contains(request.pressUncertainty ?? 0) else {
            throw .badRequest("pressUncertainty must be from 0 to 60000000000")
        }
        guard (0...3_600).contains(request.timerSeconds) else {
            throw .badRequest("timerSeconds must be from 0 to 3600")
        }
        guard (1...10_000).contains(request.count) else { throw .badRequest("count must be from 1 to 10000") }
        guard (0...86_400_000).contains(request.everyMilliseconds) else {
            throw .badRequest("everyMilliseconds must be from 0 to 86400000")
        }
    }

    private func run(_ begun: StillJob, _ request: StillRequest, arrival: Int64) async {
        var job = begun
        do {
            let second: Int64 = 1_000_000_000
            let press = (request.timerSeconds > 0 ? nil : request.pressedAt) ?? arrival
            let start = press + Int64(request.timerSeconds) * second
            while job.secondsLeft > 0 {
                update(job)
                try await wait(until: start - Int64(job.secondsLeft - 1) * second, job.id)
                job.secondsLeft -= 1
            }
            job.phase = .taking
            update(job)
            for number in 1...request.count {
                let moment = start + Int64(number - 1) * Int64(request.everyMilliseconds) * 1_000_000
                try await wait(until: moment, job.id)
                // Without a beat, each further picture is of the moment at which the one before is done.
                let asked = number > 1 && request.everyMilliseconds == 0 ? monotonicNanoseconds() : moment
                let still = try await shutter.take(
                    press: asked, uncertainty: request.pressUncertainty ?? 0, job: job.id, number: number,
                    for: request)
                job.stills.append(still.id)
                if number < request.count { update(job) }
            }
            job.phase = .done
        } catch is CancellationError {
            job.phase = .cancelled
        } catch {
            (job.phase, job.problem) = (.failed, "\(error)")
            logger.warning("still failed", metadata: ["job": "\(job.id)", "error": "\(error)"])
        }
        update(job)
    }

    private func update(_ job: StillJob) {
        state.withLock { $0.jobs[job.id] = job }
        events.publish(.stillJob(job))
    }

    /// Waits for a moment of the monotonic clock; ends within a tenth of a second of a cancellation.
    private func wait(until moment: Int64, _ id: String) async throws {
        while true {
            guard !state.withLock({ $0.cancelled.contains(id) }) else { throw CancellationError() }
            let left = moment - monotonicNanoseconds()
            guard left > 0 else { return }
            try await Task.sleep(for: .nanoseconds(min(left, 100_000_000)))
        }
    }

    private func identifier(serial: Int) -> String {
        let now = Date(timeIntervalSince1970: Double(wallNanoseconds()) / 1e9)
        let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
        return "\(now.formatted(style))-\(String(String(100_000 + serial).dropFirst()))"
    }
}
