// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CameraClient
import ControlClient
import Foundation
import Synchronization
import SystemPackage
import Tasks
import Wire

struct SnapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snap", abstract: "Take a still of this or a past moment; the video goes on undisturbed.")

    @OptionGroup var target: CameraTarget

    @Option(
        help: """
            Several cameras, each of which takes the frame nearest to one moment; a comma may be part of a known name. \
            (names or ids of a recorder's cameras with commas, or all; without a recorder, names or ids of paired \
            cameras or host:port; default: one camera)
            """, completion: .linkedCamera)
    var cameras: CameraList?

    @Option(
        help:
            "The recorder of --cameras. (the name or id of a paired one, or host:port; default: the one on this machine or the only paired one, if any)",
        completion: .pairedRecorder)
    var recorder: String?

    @Option(help: "Where to keep it.")
    var save = SavePreference.camera

    @Option(
        help: "Which recorder gets it; the option may be repeated. (a name or id; default: the only paired one)",
        completion: .pairedRecorder)
    var to: [String] = []

    @Option(
        help:
            "How long to count down first, on the camera. (whole seconds from 0 to 3600, such as 10 or 10s; default: 0)",
        transform: { text in
            let interval = Interval(argument: text).flatMap {
                $0.milliseconds % 1_000 == 0 ? $0.milliseconds / 1_000 : nil
            }
            guard let seconds = Int(text) ?? interval, (0...3_600).contains(seconds) else {
                throw ValidationError("it is from 0 to 3600 whole seconds")
            }
            return seconds
        })
    var timer: Int?

    @Option(help: "How many stills to take. (a whole number from 1 to 10000; default: 1)")
    var count: Int?

    @Option(
        help: """
            The time from one still to the next, at least that of a frame. (a time up to 24h, such as 500ms, 2s or 1m; \
            default: as fast as they are developed)
            """)
    var every: Interval?

    @Option(
        help: """
            A control with a value for each of several stills. (up to 100 values, such as \
            exposure=1/200,1/50,1/13; default: none)
            """)
    var bracket: Bracket?

    @Flag(help: "Light the torch for it; see `longshot controls`.")
    var flash = false

    @Option(
        help: "What to make it as. (jpeg or png; default: as the output's name ends, or jpeg)",
        completion: .list(StillFormat.allValueStrings),
        transform: {
            guard let format = StillFormat(argument: $0) else { throw ValidationError("it is jpeg or png") }
            return format
        })
    var format: StillFormat?

    @Option(help: "The frame that was seen. (EPOCH:TICK; default: the frame of this moment)")
    var seen: SeenFrame?

    @Option(
        help: """
            A past moment that the camera still has in memory or in its footage. (in UTC, such as \
            2026-11-21T10:00:00.500Z, or how long ago, such as 10s; default: this moment)
            """)
    var at: PastMoment?

    @OptionGroup var trigger: NearbyTrigger

    @Option(help: "What to do while the camera takes other stills.")
    var whenBusy = BusyPolicy.queue

    @Option(
        name: .shortAndLong,
        help: """
            Where to fetch it; several stills need a folder, and with --cameras their names begin so. (a file or \
            folder; default: not fetched)
            """)
    var output: String?

    @Flag(help: "Replace the file if it is there; without it, that is an error, and in a folder a number is added.")
    var force = false

    @Flag(help: "Report as JSON, one object per line.")
    var json = false

    func validate() throws {
        guard cameras == nil || isPlain else {
            throw ValidationError(
                "--cameras takes the same of each: leave out --camera, --to, --bracket, --flash, --seen and --when-within"
            )
        }
        guard cameras == nil || count ?? 1 == 1 || every.map({ $0.milliseconds > 0 }) == true else {
            throw ValidationError(
                "a series of --cameras has an interval, which is one for all: add --every, such as 2s")
        }
        guard to.isEmpty || save != .camera else {
            throw ValidationError("--to names the recorder that gets the still: add --save recorder or --save both")
        }
        guard cameras != nil || recorder == nil else {
            throw ValidationError("--recorder is for --cameras: which cameras shall take a still?")
        }
        guard (1...10_000).contains(count ?? 1) else { throw ValidationError("--count is from 1 to 10000") }
        guard every == nil || (count ?? 1) > 1 else {
            throw ValidationError("--every is the time between several stills: say how many with --count")
        }
        try OutputPath.requireFile(output)
        if isSeveral, cameras == nil, let output { try OutputPath.requireFolderOfStills(output) }
        if let ending = unknownEnding, format == nil {
            throw ValidationError(
                "there is no format .\(ending): let the name end in .jpg or .png, or say --format jpeg or --format png")
        }
        guard bracket == nil || count ?? 1 == 1 && every == nil && !flash else {
            throw ValidationError(
                "--bracket takes a still for each of its values: leave out --count, --every and --flash")
        }
        guard !flash || count ?? 1 == 1 else { throw ValidationError("--flash is for one still: leave out --count") }
        guard at == nil || seen == nil && timer == nil && count ?? 1 == 1 && bracket == nil && !flash else {
            throw ValidationError(
                "--at is for one moment that has been: leave out --seen, --timer, --count, --bracket and --flash")
        }
        guard seen == nil || timer == nil && count ?? 1 == 1 else {
            throw ValidationError("--seen is for one frame that was seen: leave out --timer and --count")
        }
        if let format, let output, let named = outputFormat, named != format {
            throw ValidationError(
                "--format \(format.rawValue) and the name \(output) contradict each other: leave out --format, "
                    + "or let the name end in .\(format.ending)")
        }
    }

    mutating func run() async throws {
        if let cameras { return try await takeMoment(cameras) }
        let command = self
        let begun = Mutex<String?>(nil)
        try await Interruption.cancelling {
            try await command.carryOut { job in begun.withLock { $0 = job } }
        } tidyUp: {
            guard let job = begun.withLock({ $0 }) else { return }
            let ended = try? await command.target.withClient { try await $0.cancelStills(job: job) }
            guard let ended else { return }
            Terminal.endProgress()
            guard ended.count > 1 else {
                if ended.taken == 0 { Terminal.complain("\(ended.id) was cancelled, and no still was taken") }
                return
            }
            Terminal.complain(
                "\(ended.id) was cancelled after \(ended.taken) of \(ended.count.counted("still")); what was taken is on the camera: "
                    + "`longshot stills list\(command.target.addition)`")
        }
    }

    /// Whether no option is given that is for a single camera only.
    private var isPlain: Bool {
        target.camera == nil && to.isEmpty && bracket == nil && !flash && seen == nil && trigger.whenWithin == nil
    }

    private func carryOut(onBegin: @Sendable (String) -> Void) async throws {
        if let output {
            if !isSeveral { try OutputPath.checkIsFree(output, replaces: force) }
            try OutputPath.requireWritable(output, isFolder: isSeveral)
        }
        let called = monotonicNanoseconds()
        try await target.withClient { client in
            try await trigger.wait(client)
            let pressed = trigger.whenWithin == nil ? called : monotonicNanoseconds()
            let events = try await Self.events(of: client)
            let bracket = bracket ?? (flash ? Bracket(control: "torch", values: [.text("on")]) : nil)
            let (moment, uncertainty) = try await self.moment(client, pressed)
            let request = StillRequest(
                pressedAt: seen == nil && at == nil ? pressed : nil, pressUncertainty: uncertainty,
                timerSeconds: timer ?? 0, count: bracket?.values.count ?? count ?? 1,
                everyMilliseconds: every?.milliseconds ?? 0,
                save: save, recipients: to, format: format ?? outputFormat ?? .jpeg, seen: seen, whenBusy: whenBusy,
                bracket: bracket, at: moment)
            let job = try await client.takeStills(pressedHere: request)
            onBegin(job.id)
            var here = 0
            do {
                try await follow(job, client, events, &here)
            } catch let error as ControlClientError where error.isTransient && request.resumes {
                // A camera that revokes this peer closes the connection first, and says so when it is asked again.
                do {
                    _ = try await withTimeout(.seconds(2)) { try await client.node() }
                } catch let refusal as ControlClientError where refusal.isNotPaired {
                    throw refusal
                } catch let problem as Problem where problem.isRevoked {
                    throw problem
                } catch {}
                throw SeriesGoesOn(
                    job: job, here: here, save: save, camera: target.camera, home: target.home, output: output)
            } catch let unsaved as UnsavedStill {
                throw await unsaved.cancelling(job, on: client)
            }
        }
    }

    /// The camera's events; nil for a peer with the grant `shoot` alone, which gets none.
    private static func events(of client: ControlClient) async throws -> EventStream? {
        do {
            return try await client.connectedEvents(after: nil)
        } catch let problem as Problem where problem.status == 403 {
            return nil
        }
    }

    /// The moment of `--at` by the clock of the camera's epoch, and its largest error, both in nanoseconds.
    private func moment(_ client: ControlClient, _ pressed: Int64) async throws -> (at: Int64?, uncertainty: Int64?) {
        switch at {
        case nil: return (nil, nil)
        case .utc(let moment):
            // The camera's clock decides, and may be another one than the one here.
            let there = try await client.time().utc
            guard moment <= there + 1_000_000_000 else {
                throw ValidationError(PastMoment.ahead(moment, of: there, "on the camera"))
            }
            return (moment, nil)
        case .ago(let nanoseconds):
            let offset = try await client.clockOffset()
            let zero = try await client.state().capture?.utcAtTickZero ?? 0
            return (zero + offset.remote(atLocal: pressed) - nanoseconds, offset.uncertainty)
        }
    }

    /// Reports the stills of a job until it is over.
    ///
    /// - Parameters:
    ///   - events: those of the camera; without them the job is read again and again.
    ///   - here: the number of stills that were reported.
    private func follow(
        _ begun: StillJob, _ client: ControlClient, _ events: EventStream?, _ here: inout Int
    ) async throws {
        var shown: Set<String> = []
        var job = begun
        var iterator = events?.makeAsyncIterator()
        while true {
            job = try await client.stillJob(begun.id)
            for id in job.stills where shown.insert(id).inserted {
                try await report(id, client)
                here += 1
            }
            switch job.phase {
            case .done:
                Terminal.endProgress()
                if let skipped = job.skippedWords { Terminal.complain(skipped) }
                return
            case .cancelled:
                Terminal.endProgress()
                Terminal.complain("\(job.id) was cancelled after \(job.taken) of \(job.count.counted("still"))")
                throw ExitCode(ExitStatus.interrupted.rawValue)
            case .failed:
                throw Problem("still-failed", status: 500, title: "No still", detail: job.problem ?? "unknown reason")
            case .countdown: Terminal.progress("\(job.secondsLeft) …")
            case .taking: Terminal.progress("\(shown.count) of \(job.count)")
            }
            if iterator == nil { try await Task.sleep(for: .milliseconds(150)) }
            while let numbered = try await iterator?.next() {
                if case .stillJob(let moved) = numbered.event, moved.id == begun.id { break }
            }
        }
    }

    /// Whether there are several stills, which are stored in a folder.
    private var isSeveral: Bool { max(count ?? 1, bracket?.values.count ?? 1) > 1 }

    /// What the name of the output file ends in; nil for a folder.
    private var outputEnding: String? {
        guard let output, !isSeveral || cameras != nil, !OutputPath.isFolder(output) else { return nil }
        return FilePath(output).extension
    }

    /// The format that the name of the output file ends in; nil for a folder and for other names.
    var outputFormat: StillFormat? { outputEnding.flatMap { StillFormat(ending: $0) } }

    /// What the name of the output file ends in, if that is no format; nil for a folder.
    private var unknownEnding: String? { outputFormat == nil ? outputEnding : nil }

    private func fetch(_ still: Still, to output: String, _ client: ControlClient) async throws -> FilePath {
        let path = try await OutputPath.path(for: still, at: output, isFolder: isSeveral, replaces: force)
        let bar = ProgressBar(PeerFileName(still.name).text)
        try await client.download(Download(still, to: path, replaces: force)) { bar.update($0, of: $1) }
        bar.end()
        return path
    }

    private func report(_ id: String, _ client: ControlClient) async throws {
        let still: Still
        do {
            still = try await client.still(id)
        } catch let problem as Problem where problem.status == 404 && save == .recorder {
            // A recorder was quicker; the series goes on.
            return Terminal.complain("\(id) is on a recorder already, and on this camera no more")
        }
        var path: FilePath?
        if let output {
            do {
                path = try await fetch(still, to: output, client)
            } catch {
                throw UnsavedStill(still, error, save: save, camera: target.addition) ?? error
            }
        }
        if json {
            try Terminal.say(jsonLine: StillReport(still, path: path?.string))
            return
        }
        Terminal.endProgress()
        Terminal.say(
            "\(path?.string ?? PeerFileName(still.name).text)  \(still.width)x\(still.height)  \(ByteSize.text(still.bytes))"
        )
        Terminal.say(
            "  asked at \(Format.moment(still.askedAt)), shows \(Format.moment(still.shownAt)): "
                + "skew \(Format.delay(still.skew)) ± \(Format.delay(still.uncertainty)), source \(still.source.rawValue)"
                + (still.clamped
                    ? (seen == nil ? ", outside of the ring" : ", the camera no longer has what was seen")
                        + ": the nearest frame was taken" : ""))
    }
}

extension StillFormat: ExpressibleByArgument {}
extension BusyPolicy: ExpressibleByArgument {}

extension SeenFrame: ExpressibleByArgument {
    package init?(argument: String) {
        let numbers = argument.split(separator: ":", omittingEmptySubsequences: false)
        guard numbers.count == 2, let epoch = Int(numbers[0]), let tick = Int64(numbers[1]) else { return nil }
        self.init(epoch: epoch, tick: tick)
    }
}

extension Bracket: ExpressibleByArgument {
    package init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts.contains(where: \.isEmpty) else { return nil }
        self.init(control: String(parts[0]), values: parts[1].split(separator: ",").map { .text(String($0)) })
    }
}
