// SPDX-License-Identifier: Apache-2.0
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
    func shot(of request: StillRequest, for recorder: NodeID, within patience: Duration) async -> MomentShot {
        var shot = MomentShot(camera: id.text, name: link.name ?? link.address)
        do {
            shot.still = try await withTimeout(patience) { [self] in
                let job = try await takeStills(request, for: recorder)
                guard let taken = job.stills.first, let connection else {
                    throw Problem.conflict(job.problem ?? "it has not taken the still in time")
                }
                return try await connection.still(taken)
            }
            if shot.still == nil { shot.problem = "it has not answered in time" }
        } catch let problem as Problem {
            shot.problem = problem.detail
        } catch {
            shot.problem = "\(error)"
        }
        return shot
    }
}
