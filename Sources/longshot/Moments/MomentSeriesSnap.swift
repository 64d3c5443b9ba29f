// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Media
import Synchronization
import Tasks
import Wire

/// Takes a series of moments by several cameras: `snap --cameras` with `--count` or `--timer`.
struct MomentSeriesSnap {
    /// What is known of a series, and fetched.
    private struct Progress {
        /// By the number of the moment.
        var moments: [Int: ShownMoment] = [:]
        /// All moments up to this one are told.
        var told = 0
        /// How many stills the cameras have taken, as read last.
        var taken = 0
        var stills: Int { moments.values.reduce(0) { $0 + $1.report.shots.count } }
    }

    /// How often the series is looked at.
    private static let beat = Duration.milliseconds(200)
    /// How long the last stills may take after the cameras said that they are done.
    private static let patience = Duration.seconds(10)
    /// The most moments of one answer, and of the contact sheet.
    private static let page = 100

    let snap: MomentSnap

    /// Takes and fetches the stills; ends with exit code 1 if a camera has not all of them, and with 130 if it is interrupted, which
    /// cancels the series on all cameras.
    func run(on source: any MomentSource) async throws {
        try await snap.checkFiles(on: source)
        let begun = Mutex<(series: MomentSeries, progress: Progress, files: MomentFiles?)?>(nil)
        try await Interruption.cancelling {
            let series = try await source.begin(snap.request)
            begun.withLock { $0 = (series, Progress(), nil) }
            do {
                try await follow(series, on: source) { progress, files in
                    begun.withLock { $0 = (series, progress, files) }
                }
            } catch let error as ControlClientError {
                if let (series, progress, files) = begun.withLock({ $0 }) { try? await write(series, progress, files) }
                Terminal.complain(
                    "the series goes on on its cameras, and their recorder fetches the stills when it is back: `longshot files list` "
                        + "there")
                throw error
            }
        } tidyUp: {
            guard let (series, progress, files) = begun.withLock({ $0 }) else { return }
            await Self.cancel(series.id, on: source)
            do {
                try await write(series, progress, files)
            } catch {
                Terminal.complain("the moments of these stills were not written: \(error)")
            }
        }
    }

    private func follow(
        _ series: MomentSeries, on source: any MomentSource, knowing: (Progress, MomentFiles?) -> Void
    ) async throws {
        let outsiders = series.cameras.filter { $0.job == nil }
        let names = MomentText.names(of: series)
        for camera in outsiders {
            Terminal.complain(
                "\(names.text(camera.camera, camera.name)) takes no part: \(camera.problem ?? "it gave no reason")")
        }
        guard outsiders.count < series.cameras.count else { throw ExitCode(ExitStatus.failed.rawValue) }
        let known = snap.output == nil ? [] : await source.cameras()
        let files = snap.output.map {
            MomentFiles(
                of: series.cameras.map { ($0.camera, $0.name) }, beside: known, at: $0, of: series.at,
                replaces: snap.replaces, from: source)
        }
        try files?.prepare(for: [])
        var (progress, present) = (Progress(), series)
        var deadline: ContinuousClock.Instant?
        repeat {
            present = try await source.series(series.id, after: series.count, limit: 1)
            let taken = present.cameras.reduce(0) { $0 + ($1.job?.taken ?? 0) }
            if taken != progress.taken || progress.stills < taken {
                try await read(series.id, from: source, into: &progress, files) { knowing($0, files) }
                progress.taken = taken
            }
            try tell(&progress, of: present, isLast: false)
            if present.isOver {
                if progress.stills >= taken { break }
                deadline = deadline ?? .now + Self.patience
            }
            try await Task.sleep(for: Self.beat)
        } while deadline.map { .now < $0 } ?? true
        Terminal.endProgress()
        try tell(&progress, of: present, isLast: true)
        try await conclude(present, progress, files)
    }

    /// Reads what is new of the moments that are not told yet, and fetches their stills.
    private func read(
        _ id: String, from source: any MomentSource, into progress: inout Progress, _ files: MomentFiles?,
        knowing: (Progress) -> Void
    ) async throws {
        var after = progress.told
        while true {
            let page = try await source.series(id, after: after, limit: Self.page)
            for report in page.moments {
                let number = report.number ?? 0
                var shown = progress.moments[number] ?? ShownMoment(report: report)
                shown.report = report
                if let files {
                    let fresh = report.shots.filter { shown.fetched[$0.camera] == nil }
                    for (shot, result) in zip(fresh, await each(of: fresh) { await files.fetch($0, number) }) {
                        shown.fetched[shot.camera] = result
                    }
                }
                progress.moments[number] = shown
                knowing(progress)
                try Task.checkCancellation()
            }
            guard page.moments.count == Self.page, let last = page.moments.last?.number else { return }
            after = last
        }
    }

    /// Says the moments of which all cameras have a still; at the end also the others.
    private func tell(_ progress: inout Progress, of series: MomentSeries, isLast: Bool) throws {
        let parties = series.cameras.count { $0.job != nil }
        while progress.told < series.count {
            let shown = progress.moments[progress.told + 1]
            guard isLast || shown?.report.shots.count == parties else { break }
            progress.told += 1
            guard let shown else { continue }
            if snap.json {
                try Terminal.say(jsonLine: shown.json)
            } else {
                Terminal.endProgress()
                Terminal.say(
                    "\(progress.told.padded(to: 4))  \(MomentText.head(shown.report, of: series.cameras.count))")
                for line in shown.unfetched { Terminal.complain("  \(line)") }
            }
        }
        guard !isLast else { return }
        if series.phase == .countdown { Terminal.progress("\(series.secondsLeft) …") }
        if series.phase == .taking { Terminal.progress(MomentText.progress(series)) }
    }

    /// Writes the contact sheet and the report.
    private func write(_ series: MomentSeries, _ progress: Progress, _ files: MomentFiles?) async throws {
        let moments = progress.moments.sorted { $0.key < $1.key }.map(\.value)
        guard let files, !moments.isEmpty else { return }
        let step = (moments.count + Self.page - 1) / Self.page
        let chosen = stride(from: 0, to: moments.count, by: step).map { moments[$0] }
        try await files.write(
            ContactSheet(
                title: "\(Format.moment(series.at)), \(MomentText.progress(series))",
                cells: chosen.flatMap(\.cells), columns: series.cameras.count { $0.job != nil }),
            moments.map { MomentRecord($0.report, $0.fetched) })
        if !snap.json { Terminal.say("\(files.base)-0001-… and \(files.base).svg, \(files.base).json") }
    }

    /// Writes the contact sheet and the report, and says what is missing.
    private func conclude(_ series: MomentSeries, _ progress: Progress, _ files: MomentFiles?) async throws {
        try await write(series, progress, files)
        if files == nil, !snap.json { Terminal.say(MomentText.whereStillsAre) }
        let taken = series.cameras.reduce(0) { $0 + ($1.job?.taken ?? 0) }
        if progress.stills < taken {
            Terminal.complain(
                "the recorder does not tell of \((taken - progress.stills).counted("still")) that were taken")
        }
        var isWhole =
            progress.stills >= taken && progress.moments.values.allSatisfy { !$0.isMissing(wantsFiles: files != nil) }
        let names = MomentText.names(of: series)
        for camera in series.cameras where camera.job?.taken ?? 0 < series.count {
            isWhole = false
            guard let job = camera.job else { continue }
            Terminal.complain(
                "\(names.text(camera.camera, camera.name)) has \(job.taken) of \(series.count.counted("still"))"
                    + (job.problem.map { ": \($0)" } ?? (job.phase == .cancelled ? ": it was cancelled" : "")))
        }
        guard isWhole else { throw ExitCode(ExitStatus.failed.rawValue) }
    }

    private static func cancel(_ id: String, on source: any MomentSource) async {
        Terminal.endProgress()
        do {
            let series = try await source.cancel(id)
            Terminal.complain("cancelled on all cameras: \(MomentText.progress(series))")
        } catch {
            Terminal.complain("not cancelled everywhere: \((error as? Problem)?.detail ?? "\(error)")")
        }
    }
}
