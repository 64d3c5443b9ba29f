// SPDX-License-Identifier: Apache-2.0
import Logging
import Tasks
import Trust
import Wire

extension CameraLink {
    /// Takes stills on the camera for this recorder, which then fetches them, unless they are to stay on the camera.
    ///
    /// Returns when a single still is taken, or after 5 s; for a series or a timer, when the camera has accepted it.
    func takeStills(_ request: StillRequest) async throws -> StillJob {
        let name = link.name ?? link.address
        guard let connection else { throw Problem.conflict("\(name) is not connected: \(link.reason ?? "wait")") }
        guard request.recipients.isEmpty else {
            throw Problem.badRequest("leave out recipients: this recorder gets the still")
        }
        var request = request
        if request.save != .camera { request.recipients = [parts.recorder.id] }
        do {
            var job = try await connection.takeStills(pressedHere: request)
            guard request.count == 1, request.timerSeconds == 0 else { return job }
            let deadline = ContinuousClock.now + .seconds(5)
            while !job.isOver, .now < deadline {
                try await Task.sleep(for: .milliseconds(50))
                job = try await connection.stillJob(job.id)
            }
            return job
        } catch let problem as Problem {
            switch problem.status {
            case 400: throw Problem.badRequest(problem.detail)
            case 403:
                throw Problem.denied(
                    byCamera: name, Problem.denial(of: "take stills", needing: .shoot, to: parts.recorder.id))
            default: throw Problem.conflict("\(name) refuses: \(problem)")
            }
        } catch let error as any CameraConnectionError {
            throw Problem.conflict("\(name) has not confirmed the still: \(error)")
        }
    }

    /// Has all of the camera's stills fetched that are not here; tries again later if the camera cannot list them, because its
    /// footage is recorded meanwhile.
    func hearAll(over client: any CameraConnection) async throws {
        while true {
            do {
                for still in try await client.allStills() { hear(still, over: client) }
                return
            } catch let problem as Problem where problem.isNotGranted {
                // A recorder that may only record gets footage, and no stills.
                return parts.logger.info(
                    "the camera shows no stills", metadata: ["camera": "\(id.short)", "reason": "\(problem)"])
            } catch let problem as Problem where problem.status >= 500 {
                parts.logger.warning(
                    "the camera does not list its stills", metadata: ["camera": "\(id.short)", "error": "\(problem)"])
                try await Task.sleep(for: .seconds(60))
            }
        }
    }

    /// Notes a still of the camera in its series, and has it fetched.
    func hear(_ still: Still, over client: any CameraConnection) {
        parts.stills.collect(
            still, from: CameraStills(camera: id.text, client: client), announcedAt: monotonicNanoseconds())
        parts.moments.hear(still, of: id.text, file: parts.stills.id(of: still))
        heard.add(still)
    }

    /// The description of a still, also of one that this recorder has fetched meanwhile, and that the camera then deletes.
    func still(_ id: String, over client: any CameraConnection) async throws -> Still {
        do {
            return try await client.still(id)
        } catch let problem as Problem where problem.status == 404 {
            guard let still = heard[id] else { throw problem }
            return still
        }
    }
}
