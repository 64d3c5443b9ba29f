// SPDX-License-Identifier: Apache-2.0
import Logging
import Tasks
import Trust
import Wire

extension CameraLink {
    /// Whether the camera can still show a moment that has passed; true too if it does not say.
    var keepsPast: Bool {
        get async {
            guard let connection else { return true }
            let state = try? await withTimeout(.seconds(1)) { try await connection.state() }
            return state?.stills?.source != .nextFrame
        }
    }

    /// The camera's still for a request with a moment of this machine's clock, or why there is none.
    func shot(of request: StillRequest, within patience: Duration) async -> MomentShot {
        var shot = MomentShot(camera: id.text, name: link.name ?? link.address)
        do {
            shot.still = try await withTimeout(patience) { [self] in
                let job = try await takeStills(request)
                guard let taken = job.stills.first, let connection else {
                    throw Problem.conflict(job.problem ?? "it has not taken the still in time")
                }
                return try await still(taken, over: connection)
            }
        } catch {
            shot.problem = (error as? Problem)?.detail ?? "\(error)"
        }
        return shot
    }

    /// Begins the camera's part of a series with a moment of this machine's clock.
    func join(_ request: StillRequest, within patience: Duration) async -> MomentSeries.Camera {
        var part = MomentSeries.Camera(camera: id.text, name: link.name ?? link.address)
        do {
            part.job = try await withTimeout(patience) { [self] in try await takeStills(request) }
        } catch {
            part.problem = (error as? Problem)?.detail ?? "\(error)"
        }
        return part
    }

    /// Reads what the camera has done of a job.
    func catchUp(on id: String) async throws {
        guard let connection else { return }
        let job = try await connection.stillJob(id)
        for id in job.stills { hear(try await still(id, over: connection), over: connection) }
        parts.moments.hear(job, of: self.id.text)
    }

    /// Keeps the moments of the camera's series on this machine's clock until cancelled: clocks drift apart.
    func keepPace(over client: any CameraConnection) async {
        while !Task.isCancelled {
            for pace in parts.moments.paces(of: id.text) {
                do {
                    let job = try await client.moveStills(
                        job: pace.job,
                        startingHere: StillJobChange(startsAt: pace.start, uncertainty: pace.uncertainty))
                    // Its last event may have been missed.
                    parts.moments.hear(job, of: id.text)
                } catch let problem as Problem where problem.status == 404 {
                    // It was restarted, and keeps no series of less than a second between two stills.
                    var job = StillJob(id: pace.job, count: pace.count, secondsLeft: 0)
                    (job.phase, job.taken) = (.failed, pace.taken)
                    job.problem = "the camera was restarted meanwhile, and does not know the series any more"
                    parts.moments.hear(job, of: id.text)
                } catch {
                    parts.logger.debug(
                        "series not kept in step", metadata: ["job": "\(pace.job)", "error": "\(error)"])
                }
            }
            try? await Task.sleep(for: MomentSeries.pace)
        }
    }
}
