// SPDX-License-Identifier: Apache-2.0
import ControlClient
import SystemPackage
import Tasks
import Wire

/// Moments of the cameras of a recorder, which asks them and fetches their stills.
struct RecorderMoments: MomentSource {
    /// How long the recorder may take to fetch a still from its camera.
    private static let patience = Duration.seconds(30)

    let client: ControlClient
    /// The recorder makes one thumbnail at a time: those of fifty cameras, asked at once, would take longer than an answer may.
    private let turns = Turns(limit: 2)

    init(client: ControlClient) { self.client = client }

    func take(_ request: MomentRequest) async throws -> MomentReport {
        try await client.takeMoment(pressedHere: request)
    }

    func begin(_ request: MomentRequest) async throws -> MomentSeries {
        try await client.beginSeries(pressedHere: request)
    }

    func series(_ id: String, after: Int, limit: Int) async throws -> MomentSeries {
        try await client.series(id, after: after, limit: limit)
    }

    func cancel(_ id: String) async throws -> MomentSeries { try await client.cancelSeries(id) }

    func cameras() async -> [(id: String, name: String)] {
        ((try? await client.cameras()) ?? []).compactMap { link in link.name.map { (link.camera ?? "", $0) } }
    }

    func fetch(_ shot: MomentShot, _ still: Still, to path: FilePath, replaces: Bool) async throws -> [UInt8]? {
        guard let file = shot.file else {
            throw Problem.conflict("the recorder does not fetch the still of \(shot.name)")
        }
        try await client.download(Download(try await received(file, of: shot), to: path, replaces: replaces))
        try await turns.take()
        defer { turns.give() }
        return try? await client.thumbnail(of: file)
    }

    /// Waits until the recorder has fetched a still.
    private func received(_ file: String, of shot: MomentShot) async throws -> TransferProgress {
        let deadline = ContinuousClock.now + Self.patience
        var mayView: Bool?
        while true {
            let progress: TransferProgress?
            do {
                progress = try await client.file(file)
            } catch let problem as Problem where problem.status == 403 {
                // No waiting makes it visible for this peer.
                throw problem
            } catch let problem as Problem where problem.status == 404 && mayView == nil {
                // Not fetched yet, or for others' eyes: the recorder does not say which.
                mayView = try await client.cameras().contains { $0.camera == shot.camera }
                guard mayView == true else {
                    throw Problem.conflict(
                        "the recorder gets the still, and shows no pictures of \(shot.name) to this peer: on the recorder, "
                            + "`longshot pair grant` with +view permits it")
                }
                progress = nil
            } catch {
                progress = nil
            }
            if let progress, progress.phase == .received { return progress }
            guard .now < deadline, progress?.phase != .failed else {
                throw Problem.conflict(
                    "the recorder has not fetched \(file) yet\(progress?.problem.map { ": \($0)" } ?? ""); "
                        + "`longshot files list` with its --home or --node shows when it has")
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}
