// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Synchronization
import SystemPackage
import Tasks
import Trust
import Wire

/// Moments of several cameras without a recorder: this machine measures the clock of each, and asks all at the same time.
final class CameraMoments: MomentSource {
    /// How long a camera may take to answer, and then for its still.
    static let patience = Duration.seconds(10)

    /// A camera as the user named it, and where it is, or why that is not known.
    struct Place: Sendable {
        let name: String
        let target: Result<Target, any Error>
    }

    /// A camera that is ready, or why it is not.
    struct Ready: Sendable {
        var shot: MomentShot
        var offset = ClockOffset(nanoseconds: 0, uncertainty: .max)
        let target: Target?

        /// The request to the camera, for a press at a moment of this machine's monotonic clock.
        func wish(_ request: MomentRequest, at moment: Int64) -> StillRequest {
            var wish = request.stills(pressedAt: offset.remote(atLocal: moment), save: .camera)
            wish.pressUncertainty = offset.uncertainty
            return wish
        }
    }

    let places: [Place]
    /// The ids and names of the cameras with which this user is paired.
    private let known: [(id: String, name: String)]
    /// The series that was begun; one, because a command begins one.
    let led = Mutex<Led?>(nil)

    /// Finds the cameras; throws if no camera has one of the names.
    init(_ cameras: CameraList) async throws {
        let remote = try RemoteHome()
        let peers = remote.peers.peers.filter { !$0.isRevoked && $0.role == .camera }
        known = peers.map { ($0.id.text, $0.name.text) }
        let names = cameras.names(among: peers.map(\.name.text))
        for name in names where !name.contains(":") {
            guard try remote.peer(name) != nil else { throw remote.unknown(name) }
        }
        places = await each(of: names) { name in
            do {
                return Place(name: name, target: .success(try await Target.find(name, as: remote)))
            } catch {
                return Place(name: name, target: .failure(error))
            }
        }
    }

    func take(_ request: MomentRequest) async throws -> MomentReport {
        let ready = await each(of: places) { await Self.prepare($0) }
        let moment = request.pressedAt ?? monotonicNanoseconds() + MomentRequest.ahead
        let shots = await each(of: ready) { await Self.shot(of: $0, at: moment, request) }
        return MomentReport(at: wallNanoseconds() - (monotonicNanoseconds() - moment), shots: shots)
    }

    func target(of camera: String) -> Target? {
        places.lazy.compactMap { try? $0.target.get() }.first { $0.access.node.id.text == camera }
    }

    func cameras() async -> [(id: String, name: String)] { known }

    func fetch(_ shot: MomentShot, _ still: Still, to path: FilePath, replaces: Bool) async throws -> [UInt8]? {
        guard let found = target(of: shot.camera) else {
            throw Problem.conflict("\(shot.name) is not among the cameras")
        }
        return try await found.withClient { client in
            try await client.download(Download(still, to: path, replaces: replaces))
            return try? await client.stillThumbnail(still.id)
        }
    }

    /// Measures the clock of a camera.
    static func prepare(_ place: Place) async -> Ready {
        var shot = MomentShot(camera: "", name: place.name)
        do {
            let target = try place.target.get()
            guard target.role != .recorder else { throw TargetError.otherRole(place.name, .recorder) }
            let (node, offset) = try await withTimeout(patience) {
                try await target.withClient { (try await $0.node(), try await $0.clockOffset()) }
            }
            (shot.camera, shot.name) = (node.id, node.name)
            return Ready(shot: shot, offset: offset, target: target)
        } catch {
            shot.problem = reason(of: error)
            return Ready(shot: shot, target: nil)
        }
    }

    private static func shot(of ready: Ready, at moment: Int64, _ request: MomentRequest) async -> MomentShot {
        guard let target = ready.target else { return ready.shot }
        var shot = ready.shot
        let wish = ready.wish(request, at: moment)
        do {
            shot.still = try await withTimeout(patience) {
                try await target.withClient { try await still(of: wish, by: $0) }
            }
        } catch {
            shot.problem = reason(of: error)
        }
        return shot
    }

    private static func still(of request: StillRequest, by client: ControlClient) async throws -> Still {
        var job = try await client.takeStills(request)
        while !job.isOver {
            try await Task.sleep(for: .milliseconds(20))
            job = try await client.stillJob(job.id)
        }
        guard let taken = job.stills.first else {
            throw Problem.conflict(job.problem ?? "the camera has taken no still")
        }
        return try await client.still(taken)
    }

    static func reason(of error: any Error) -> String {
        (error as? Problem)?.detail ?? "\(error)"
    }
}
