// SPDX-License-Identifier: Apache-2.0
import Tasks
import Trust
package import Wire

extension RecorderNode {
    /// The most cameras of one moment.
    private static let mostOfOneMoment = 256
    /// How long a camera may take for its still.
    private static let patience = Duration.seconds(10)

    /// Takes stills on a camera; `pressedAt` is on this recorder's monotonic clock.
    package func takeStills(_ request: StillRequest, of camera: String) async throws -> StillJob {
        try Problem.check(press: request.pressedAt, at: monotonicNanoseconds(), of: "this recorder")
        return try await pairedLink(camera).takeStills(request)
    }

    /// Cancels the remaining stills of a camera's job.
    ///
    /// Throws a problem 404 for an unknown camera, and 409 if it is not connected.
    package func cancelStills(_ job: String, of camera: String) async throws {
        let link = try pairedLink(camera)
        if let problem = await end(job, of: link, named: link.link.name ?? camera) { throw Problem.conflict(problem) }
    }

    /// Takes a still of one moment by several cameras at once; one that cannot does not hold up the others.
    ///
    /// Throws a problem 404 for an unknown camera, and 409 if none is connected.
    package func takeMoment(_ request: MomentRequest) async throws -> MomentReport {
        guard !request.isSeries, request.everyMilliseconds == 0 else {
            throw Problem.badRequest(
                "timerSeconds, count and everyMilliseconds are for a series: POST /v1/moments/series")
        }
        let (chosen, pressed) = try await prepare(request)
        let still = request.stills(pressedAt: pressed)
        let shots = await each(of: chosen) { [self] link in
            var shot = await link.shot(of: still, within: Self.patience)
            shot.file = shot.still.map { stills.id(of: $0) }
            return shot
        }
        return MomentReport(at: utc(of: pressed), shots: shots)
    }

    /// Begins a series of several cameras; returns when each has accepted it, or has said why it cannot.
    ///
    /// Throws a problem 404 for an unknown camera, and 409 if none is connected.
    package func beginSeries(_ request: MomentRequest) async throws -> MomentSeries {
        guard request.count == 1 || request.everyMilliseconds > 0 else {
            throw Problem.badRequest(
                "everyMilliseconds is missing: the moments of several cameras are at an interval from each other")
        }
        let (chosen, pressed) = try await prepare(request)
        guard request.count * chosen.count <= MomentBook.mostStills else {
            throw Problem.badRequest(
                "\(request.count) moments of \(chosen.count.counted("camera")) are more than \(MomentBook.mostStills) "
                    + "stills: ask for fewer moments, or begin several series")
        }
        let wish = request.stills(pressedAt: pressed)
        let cameras = await each(of: chosen) { await $0.join(wish, within: Self.patience) }
        let start = request.start(pressedAt: pressed)
        let series = moments.begin(request, start: start, at: utc(of: start), by: cameras)
        // A camera may have told of its first stills before this knew the job.
        _ = await each(of: Array(zip(chosen, cameras))) { link, part in
            if let job = part.job { try? await link.catchUp(on: job.id) }
        }
        return series
    }

    /// A series with at most `limit` of its moments, beginning after the moment with the number `after`.
    package func series(_ id: String, after: Int, limit: Int) throws(Problem) -> MomentSeries {
        try moments.series(id).page(after: after, limit: limit)
    }

    /// Cancels the remaining stills of all cameras of a series.
    ///
    /// Throws a problem 409 if a camera cannot be told; the others are told.
    package func cancelSeries(_ id: String) async throws -> MomentSeries {
        let jobs = try moments.series(id).cameras.compactMap { camera in
            camera.job.flatMap { $0.isOver ? nil : (camera: camera, job: $0.id) }
        }
        let problems = await each(of: jobs) { [self] camera, job -> String? in
            do {
                return await end(job, of: try pairedLink(camera.camera), named: camera.name)
            } catch {
                return "\(camera.name) may go on: \((error as? Problem)?.detail ?? "\(error)")"
            }
        }.compactMap { $0 }
        guard problems.isEmpty else { throw Problem.conflict(problems.joined(separator: "; ")) }
        return try moments.series(id).announced
    }

    /// Cancels the remaining stills of a job; returns why the camera goes on, or may, if it cannot be told.
    private func end(_ job: String, of link: CameraLink, named name: String) async -> String? {
        guard let connection = link.connection else {
            return "\(name) is away, and goes on: \(link.link.reason ?? "not connected")"
        }
        do {
            let ended = try await withTimeout(Self.patience) { try await connection.cancelStills(job: job) }
            moments.hear(ended, of: link.id.text)
            return nil
        } catch let problem as Problem where problem.status == 404 {
            // The camera does not know it any more, which is found out within a minute.
            return nil
        } catch {
            return "\(name) may go on: \((error as? Problem)?.detail ?? "\(error)")"
        }
    }

    /// The cameras of a request, and its moment on this machine's monotonic clock.
    private func prepare(_ request: MomentRequest) async throws -> (cameras: [CameraLink], pressed: Int64) {
        let arrival = monotonicNanoseconds()
        try Problem.check(press: request.pressedAt, at: arrival, of: "this recorder")
        guard request.save != .camera else {
            throw Problem.badRequest("the stills of a moment go to the recorder: save is recorder or both")
        }
        let chosen = try links(for: request)
        if let asked = request.pressedAt { return (chosen, asked) }
        if request.timerSeconds > 0 { return (chosen, arrival) }
        let areReady = await each(of: chosen) { await $0.keepsPast }.allSatisfy { $0 }
        return (chosen, areReady ? arrival : max(arrival, monotonicNanoseconds()) + MomentRequest.ahead)
    }

    /// A moment of this machine's monotonic clock in nanoseconds since 1970, UTC.
    private func utc(of moment: Int64) -> Int64 { wallNanoseconds() - (monotonicNanoseconds() - moment) }

    private func links(for request: MomentRequest) throws -> [CameraLink] {
        guard request.cameras.count <= Self.mostOfOneMoment else {
            throw Problem.badRequest("at most \(Self.mostOfOneMoment) cameras can be asked for one moment")
        }
        var chosen: [CameraLink] = []
        for name in request.cameras {
            let link = try pairedLink(name)
            if !chosen.contains(where: { $0 === link }) { chosen.append(link) }
        }
        if request.cameras.isEmpty, links.contains(where: { $0.connection != nil }) { chosen = links }
        guard !chosen.isEmpty else { throw Problem.conflict("no camera is connected to this recorder") }
        return chosen
    }
}
