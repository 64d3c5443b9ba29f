// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Tasks
import Wire

/// Takes a still of one moment by several cameras: `snap --cameras`.
struct MomentSnap {
    let request: MomentRequest
    let output: String?
    let replaces: Bool
    let json: Bool

    /// Takes and fetches the stills; ends with exit code 1 if a camera has none.
    func run(on source: any MomentSource) async throws {
        try await checkFiles(on: source)
        var shown = ShownMoment(report: try await source.take(request))
        // Without a still there is nothing to look at, and a second try would be refused.
        if let output, shown.report.shots.contains(where: { $0.still != nil }) {
            let files = await MomentFiles(
                of: shown.report.shots.map { ($0.camera, $0.name) }, beside: source.cameras(), at: output,
                of: shown.report.at, replaces: replaces, from: source)
            try files.prepare(for: shown.report.shots)
            let fetched = await each(of: shown.report.shots) { await files.fetch($0, nil) }
            for (shot, result) in zip(shown.report.shots, fetched) { shown.fetched[shot.camera] = result }
            try Task.checkCancellation()
            try await files.write(
                ContactSheet(title: MomentText.head(shown.report), cells: shown.cells),
                MomentRecord(shown.report, shown.fetched))
        }
        if json {
            try Terminal.say(json: shown.json)
        } else {
            Terminal.say(MomentText.head(shown.report))
            for line in shown.lines { Terminal.say("  \(line)") }
            if output == nil, shown.report.shots.contains(where: { $0.still != nil }) {
                Terminal.say(MomentText.whereStillsAre)
            }
        }
        if shown.isMissing(wantsFiles: output != nil) { throw ExitCode(ExitStatus.failed.rawValue) }
    }

    /// Throws a conflict if a file of the request is there.
    func checkFiles(on source: any MomentSource) async throws {
        guard let output else { return }
        let names = request.cameras.isEmpty ? await source.cameras().map(\.name) : request.cameras
        try MomentFiles.checkAreFree(output, of: request, by: names, replaces: replaces)
    }
}
