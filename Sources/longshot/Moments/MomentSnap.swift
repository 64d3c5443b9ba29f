// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Wire

/// Takes a still of one moment by several cameras: `snap --cameras`.
struct MomentSnap {
    /// A shot in JSON.
    struct ShotReport: Encodable {
        let camera: String
        let name: String
        let still: StillReport?
        let problem: String?
    }

    /// A moment in JSON.
    struct Report: Encodable {
        /// RFC 3339, UTC.
        let at: String
        let spreadMilliseconds: Double?
        let spreadUncertaintyMilliseconds: Double?
        let shots: [ShotReport]
    }

    let request: MomentRequest
    let output: String?
    let replaces: Bool
    let json: Bool

    /// Takes and fetches the stills; ends with exit code 1 if a camera has none.
    func run(on source: any MomentSource) async throws {
        if let output {
            let names = request.cameras.isEmpty ? await source.cameraNames() : request.cameras
            try MomentFiles.checkAreFree(output, of: names, request.format, replaces: replaces)
        }
        let report = try await source.take(request)
        var paths: [String: Result<String, any Error>] = [:]
        if let output {
            paths = try await MomentFiles(of: report, at: output, replaces: replaces, from: source).write()
        }
        if json {
            try Terminal.say(json: reported(report, paths))
        } else {
            Terminal.say(MomentText.head(report))
            for shot in report.shots { Terminal.say("  \(line(shot, paths[shot.camera]))") }
            if output == nil, report.shots.contains(where: { $0.still != nil }) {
                Terminal.say("they stay on the cameras, and go to those that save stills: -o NAME writes them here")
            }
        }
        let isMissing = report.shots.contains {
            $0.still.map(MomentText.isOfAnotherMoment) ?? true || (try? paths[$0.camera]?.get()) == nil && output != nil
        }
        if isMissing { throw ExitCode(ExitStatus.failed.rawValue) }
    }

    private func line(_ shot: MomentShot, _ path: Result<String, any Error>?) -> String {
        let name = "\(ShownName(shot.name))"
        guard let still = shot.still else { return "\(name)  no still: \(shot.problem ?? "the camera gave no reason")" }
        let place =
            switch path {
            case .success(let path): path
            case .failure(let error): "not fetched: \((error as? Problem)?.detail ?? "\(error)")"
            case nil: "\(PeerFileName(still.name).text) on \(name)"
            }
        return "\(name)  \(MomentText.skew(still))  \(still.width)x\(still.height)  \(place)"
    }

    private func reported(_ report: MomentReport, _ paths: [String: Result<String, any Error>]) -> Report {
        Report(
            at: Format.moment(report.at), spreadMilliseconds: report.spread.map { Double($0) / 1e6 },
            spreadUncertaintyMilliseconds: report.spreadUncertainty.map { Double($0) / 1e6 },
            shots: report.shots.map { shot in
                ShotReport(
                    camera: shot.camera, name: shot.name,
                    still: shot.still.map { StillReport($0, path: try? paths[shot.camera]?.get()) },
                    problem: shot.problem)
            })
    }
}
