// SPDX-License-Identifier: Apache-2.0
import Wire

/// A moment of several cameras for people and programs, with where its stills are.
struct ShownMoment {
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
        /// The number in its series; nil for a single one.
        let number: Int?
        let spreadMilliseconds: Double?
        let spreadUncertaintyMilliseconds: Double?
        let shots: [ShotReport]
    }

    var report: MomentReport
    /// The fetched stills, or why they could not be fetched, by the camera's id; empty if none is wanted.
    var fetched: [String: Result<MomentFiles.Fetched, any Error>] = [:]

    /// One line for each camera.
    var lines: [String] {
        let names = names
        return report.shots.map { line($0, names) }
    }

    private var names: DistinctNames { DistinctNames(report.shots.map { ($0.camera, $0.name) }) }

    /// One line for each camera whose still could not be fetched.
    var unfetched: [String] {
        let names = names
        return report.shots.compactMap { shot in
            guard case .failure? = fetched[shot.camera] else { return nil }
            return line(shot, names)
        }
    }

    /// The moment in JSON.
    var json: Report {
        Report(
            at: Format.moment(report.at), number: report.number,
            spreadMilliseconds: report.spread.map { Double($0) / 1e6 },
            spreadUncertaintyMilliseconds: report.spreadUncertainty.map { Double($0) / 1e6 },
            shots: report.shots.map { shot in
                ShotReport(
                    camera: shot.camera, name: shot.name,
                    still: shot.still.map { StillReport($0, path: try? fetched[shot.camera]?.get().path) },
                    problem: shot.problem)
            })
    }

    /// Whether a camera has no still of the moment, or it could not be fetched.
    func isMissing(wantsFiles: Bool) -> Bool {
        report.shots.contains { shot in
            shot.still.map(MomentText.isOfAnotherMoment) ?? true
                || wantsFiles && (try? fetched[shot.camera]?.get()) == nil
        }
    }

    /// The cells of its shots on a contact sheet.
    var cells: [ContactSheet.Cell] {
        let names = names
        return report.shots.map { shot in
            ContactSheet.Cell(
                thumbnail: (try? fetched[shot.camera]?.get())?.thumbnail, name: names.text(shot.camera, shot.name),
                note: shot.still.map { MomentText.skew($0) } ?? shot.problem ?? "no still")
        }
    }

    private func line(_ shot: MomentShot, _ names: DistinctNames) -> String {
        let name = names.text(shot.camera, shot.name)
        guard let still = shot.still else { return "\(name)  no still: \(shot.problem ?? "the camera gave no reason")" }
        let place =
            switch fetched[shot.camera] {
            case .success(let fetched): fetched.path
            case .failure(let error): "not fetched: \((error as? Problem)?.detail ?? "\(error)")"
            case nil: "\(PeerFileName(still.name).text) on \(name)"
            }
        return "\(name)  \(MomentText.skew(still))  \(still.width)x\(still.height)  \(place)"
    }
}
