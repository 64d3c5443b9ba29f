// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import SystemPackage
import Tasks
import Wire

/// A still of one moment by each of several cameras.
extension SnapCommand {
    func takeMoment(_ cameras: CameraList) async throws {
        let pressed = monotonicNanoseconds()
        let moment: Int64? =
            switch at {
            case nil: nil
            case .ago(let nanoseconds): pressed - nanoseconds
            case .utc(let utc): pressed - (wallNanoseconds() - utc)
            }
        guard moment ?? 0 >= 0 else {
            throw ValidationError(
                "that is before this machine was started, and clocks cannot be compared that far back: take it from each "
                    + "camera with --camera NAME --at")
        }
        if let moment, moment > pressed, case .utc(let utc)? = at {
            throw ValidationError(PastMoment.ahead(utc, of: wallNanoseconds(), "here"))
        }
        guard let recorder = try await self.recorder(besides: cameras.names(among: [])) else {
            guard save == .camera else { throw ValidationError("--save \(save.rawValue) needs a recorder") }
            let source = try await CameraMoments(cameras)
            return try await take(source.places.map(\.name), at: moment, on: source)
        }
        try await recorder.withClient { client in
            let source = RecorderMoments(client: client)
            var names = cameras.names(among: [])
            // Only a comma can be part of a name.
            if names.count > 1 { names = cameras.names(among: await source.cameras().map(\.name)) }
            try await take(names, at: moment, on: source)
        }
    }

    /// - Parameter moment: on the monotonic clock in nanoseconds; nil for the present one.
    private func take(_ names: [String], at moment: Int64?, on source: any MomentSource) async throws {
        let snap = MomentSnap(
            request: MomentRequest(
                cameras: names, pressedAt: moment, save: save == .recorder ? .recorder : .both,
                format: format ?? outputFormat ?? .jpeg, timerSeconds: timer ?? 0, count: count ?? 1,
                everyMilliseconds: every?.milliseconds ?? 0),
            output: momentOutput, replaces: force, json: json)
        guard snap.request.isSeries else { return try await snap.run(on: source) }
        try await MomentSeriesSnap(snap: snap).run(on: source)
    }

    /// The recorder that takes a moment; nil if the cameras are asked directly, because they are given by their addresses, or because
    /// no recorder is known here.
    private func recorder(besides names: [String]) async throws -> Target? {
        let isGiven = recorder != nil || target.home != nil
        if !isGiven, names.contains(where: { $0.contains(":") }) { return nil }
        do {
            return try await Target.find(recorder, only: .recorder, home: target.home)
        } catch TargetError.choose(_, []) where !isGiven && !names.isEmpty {
            return nil
        }
    }

    /// The beginning of the names of a moment's files: the output without a picture's ending.
    private var momentOutput: String? {
        guard let output, outputFormat != nil else { return output }
        let path = FilePath(output)
        return path.removingLastComponent().appending(path.stem ?? "").string
    }
}
