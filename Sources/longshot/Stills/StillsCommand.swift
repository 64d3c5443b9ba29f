// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import SystemPackage
import Wire

struct StillsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stills", abstract: "List, fetch and delete the stills on a camera.",
        subcommands: [List.self, Fetch.self, Delete.self, Cancel.self], defaultSubcommand: List.self)

    /// The stills that a command applies to.
    struct Selection: ParsableArguments {
        @Option(
            help: """
                Only stills of this moment and later ones. (a moment in UTC, such as 2026-11-21T10:00:00Z; default: \
                all)
                """)
        var since: Instant?

        @Argument(help: "The ids of the stills, or of jobs for all of theirs.", completion: .still)
        var ids: [String] = []

        /// The selected stills, in order of time.
        ///
        /// Throws if there is no still with one of the ids.
        ///
        /// - Parameter target: the camera, for the command that lists its stills.
        func stills(on client: ControlClient, of target: CameraTarget) async throws -> [Still] {
            let known = try await client.allStills()
            if let missing = ids.first(where: { id in !known.contains { $0.isNamed(id) } }) {
                throw UnknownName(
                    kind: "still", place: "on the camera", name: missing, known: known.map(\.id),
                    list: "longshot stills list\(target.addition)")
            }
            return known.filter { still in
                (ids.isEmpty || ids.contains(where: still.isNamed))
                    && (since.map { still.shownAt >= $0.nanoseconds } ?? true)
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the stills on a camera.")

        @OptionGroup var target: CameraTarget

        @Flag(help: "Report as JSON.")
        var json = false

        mutating func run() async throws {
            let stills = try await target.withClient { try await $0.allStills() }
            if json { return try Terminal.say(json: stills.map { StillReport($0, path: nil) }) }
            if stills.isEmpty {
                Terminal.say("no stills on the camera: `longshot snap\(target.addition)` takes one")
            }
            for still in stills {
                Terminal.say(
                    "\(still.id)  \(Format.moment(still.shownAt))  \(still.width)x\(still.height)  "
                        + "\(ByteSize.text(still.bytes))  \(still.placeWords)")
            }
        }
    }

    struct Fetch: InterruptibleCommand {
        static let configuration = CommandConfiguration(
            abstract: "Fetch stills into a folder, resuming what was begun and skipping what is there.",
            discussion: "All stills, when neither ids nor --since are given.")

        @OptionGroup var target: CameraTarget
        @OptionGroup var selection: Selection

        @Option(
            name: .shortAndLong,
            help: """
                Where to fetch them. (a folder, or the file of a single one whose id is given; default: this folder)
                """)
        var output: String?

        @Flag(help: "Fetch all stills, which is what happens without ids too.")
        var all = false

        @Flag(help: "Replace other files of the same names; without it, a still whose name is taken gets a number.")
        var force = false

        /// The format that the output's name says, if it is the file of a single still; nil for a folder.
        private var fileFormat: StillFormat? {
            selection.ids.count == 1 ? output.flatMap(OutputPath.stillFormat) : nil
        }

        func validate() throws {
            try OutputPath.requireFile(output)
            if let output, fileFormat == nil { try OutputPath.requireFolderOfStills(output) }
        }

        func carryOut() async throws {
            let fileFormat = fileFormat
            if let output {
                if fileFormat != nil { try OutputPath.checkIsFree(output, replaces: force) }
                try OutputPath.requireWritable(output, isFolder: fileFormat == nil)
            }
            let failure = try await target.withClient { client in
                let stills = try await selection.stills(on: client, of: target)
                if let output, fileFormat != nil, stills.count > 1 {
                    throw Problem.conflict(
                        "\(stills.count) stills do not fit into one file, \(output): give -o a folder")
                }
                var failure: ExitStatus?
                // Standard output has only the paths of files.
                if stills.isEmpty {
                    let since = selection.since.map { " since \(Format.moment($0.nanoseconds))" } ?? ""
                    Terminal.complain("no stills on the camera\(since)")
                }
                for still in stills {
                    if let fileFormat, fileFormat.type != still.type {
                        throw Problem.conflict(
                            "\(still.id) is \(still.type), and the name ends as that of another format: give -o a folder, or "
                                + "the right ending")
                    }
                    do {
                        try await fetch(still, from: client, isFolder: fileFormat == nil)
                    } catch {
                        // One that is damaged or gone does not keep the others away.
                        let status = ExitStatus.status(for: error)
                        guard stills.count > 1, [.damaged, .unknownName].contains(status) else { throw error }
                        Terminal.endProgress()
                        Terminal.complain("longshot: \(Terminal.words(for: error))")
                        failure = failure ?? status
                    }
                }
                for id in selection.ids where !stills.contains(where: { $0.id == id }) {
                    // A camera forgets old jobs.
                    guard let skipped = (try? await client.stillJob(id))?.skippedWords else { continue }
                    Terminal.complain("\(id): \(skipped)")
                }
                return failure
            }
            if let failure { throw ExitCode(failure.rawValue) }
        }

        private func fetch(_ still: Still, from client: ControlClient, isFolder: Bool) async throws {
            let path = try await OutputPath.path(
                for: still, at: output ?? ".", isFolder: isFolder, replaces: force)
            let bar = ProgressBar(PeerFileName(still.name).text)
            try await client.download(Download(still, to: path, replaces: force)) { bar.update($0, of: $1) }
            bar.end()
            Terminal.say(path.string)
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Delete stills from a camera.")

        @OptionGroup var target: CameraTarget
        @OptionGroup var selection: Selection

        @Flag(help: "Delete all stills.")
        var all = false

        @Flag(help: "Do not ask first; without a terminal nothing is asked.")
        var yes = false

        func validate() throws {
            guard all || !selection.ids.isEmpty || selection.since != nil else {
                throw ValidationError("say which stills: ids, --since, or --all")
            }
        }

        mutating func run() async throws {
            let (target, selection, yes) = (target, selection, yes)
            try await target.withClient { client in
                let stills = try await selection.stills(on: client, of: target)
                let (count, bytes) = (stills.count.counted("still"), ByteSize.text(stills.reduce(0) { $0 + $1.bytes }))
                let loss = stills.lossWords
                if let loss { Terminal.complain(loss) }
                if selection.ids.isEmpty || loss != nil, !yes, Terminal.canAsk, !stills.isEmpty {
                    guard try await Terminal.confirm("Delete \(count), \(bytes), from the camera? [y/N] ") else {
                        throw Problem.conflict("nothing was deleted")
                    }
                }
                for still in stills { try await client.deleteStill(still.id) }
                Terminal.say("deleted \(count), \(bytes)")
            }
        }
    }

    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Cancel the rest of a timer or series, including one that another user started.")

        @OptionGroup var target: CameraTarget

        @Argument(help: "The job's id; may be left out when only one goes on.", completion: .stillJob)
        var job: String?

        mutating func run() async throws {
            let ended = try await target.withClient { client in
                let known = try await client.state().stills?.jobs ?? []
                let id = try SingleChoice.id(job, of: known.map(\.id), none: "no stills are being taken", kind: "jobs")
                return try await client.cancelStills(job: id)
            }
            Terminal.say("\(ended.id) is being cancelled; \(ended.taken) of \(ended.count.counted("still")) so far")
        }
    }
}

extension Still {
    /// Whether an id is that of the still, or of the job that took it: a still's id is that of its job with a number.
    fileprivate func isNamed(_ id: String) -> Bool {
        self.id == id || self.id.hasPrefix("\(id)-") && id.split(separator: "-").count == 2
    }
}
