// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Wire

struct FilesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "files", abstract: "List, accept, refuse, cancel and delete the files that come to a node.",
        subcommands: [List.self, Accept.self, Refuse.self, Cancel.self, Delete.self], defaultSubcommand: List.self)

    /// The options of the commands that change files.
    struct Selection: ParsableArguments {
        @OptionGroup var target: AnyTarget

        @Flag(help: "Report as JSON.")
        var json = false

        @Argument(help: "The ids of the files.", completion: .file)
        var ids: [String]

        /// Runs the body for each file, and reports the result.
        func forEach(
            _ body: @escaping @Sendable (ControlClient, TransferProgress) async throws -> TransferProgress
        ) async throws {
            let (files, failure) = try await target.withClient { client in
                try await Several.results(ids.distinct, named: { $0 }, completing: target.advised) {
                    try await body(client, try await Self.file($0, on: client))
                }
            }
            if json { try Terminal.say(json: files) }
            if let failure { throw failure }
        }

        private static func file(_ id: String, on client: ControlClient) async throws -> TransferProgress {
            do {
                return try await client.file(id)
            } catch let problem as Problem where problem.status == 404 {
                throw naming(try? await client.node(), in: problem)
            }
        }

        /// A refusal that names the node instead of "here", because a camera and a recorder may run on one machine.
        static func naming(_ node: NodeDescription?, in problem: Problem) -> Problem {
            var problem = problem
            if let node { problem.detail = problem.detail.replacing(" here:", with: " on \(node.words):") }
            return problem
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the files and how far they are.")

        @OptionGroup var target: AnyTarget

        @Flag(help: "Report as JSON.")
        var json = false

        mutating func run() async throws {
            let (files, own, senders) = try await target.withClient { client in
                let files = try await client.files()
                guard !json else { return (files, nil as NodeDescription?, nil as FileSenders?) }
                let own = try? await client.node()
                return (files, own, await FileSenders(of: own?.id, on: client))
            }
            guard let senders else { return try Terminal.say(json: files) }
            let place = own?.words ?? "that node"
            if files.isEmpty {
                Terminal.complain(
                    "no files on \(place) yet, or none that you may see; --home or --node chooses another")
            } else {
                Terminal.advise("files on \(place):")
            }
            for file in files {
                let size =
                    file.phase == .received || file.bytes == 0
                    ? ByteSize.text(file.total) : "\(ByteSize.text(file.bytes)) of \(ByteSize.text(file.total))"
                Terminal.say(
                    "\(file.id)  \(file.words)  \(size)  \(file.path ?? file.name)  from \(senders.name(of: file.peer))"
                        + (file.problem.map { ": \($0)" } ?? ""))
            }
        }
    }

    struct Accept: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let files come that wait for a decision.")

        @OptionGroup var selection: Selection

        mutating func run() async throws {
            try await selection.forEach { client, file in
                try await client.decide(file.id, FileDecision(accept: true))
            }
        }
    }

    struct Refuse: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Refuse files that wait for a decision.")

        @OptionGroup var selection: Selection

        @Option(help: "Why, for the sender to read. (a text; default: none)")
        var reason: String?

        mutating func run() async throws {
            let reason = reason
            try await selection.forEach { client, file in
                try await client.decide(file.id, FileDecision(accept: false, reason: reason))
            }
        }
    }

    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give up files that are on their way; nothing of them is kept.")

        @OptionGroup var selection: Selection

        mutating func run() async throws {
            let node = selection.target.addition
            try await selection.forEach { client, file in
                guard file.phase.isOpen else {
                    throw Problem.conflict(
                        "\(file.name) is not on its way (\(file.words)): `longshot files delete \(file.id)\(node)` removes it"
                    )
                }
                try await client.removeFile(file.id)
                return try await client.file(file.id)
            }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Delete files that have arrived from the node.")

        @OptionGroup var selection: Selection

        mutating func run() async throws {
            let node = selection.target.addition
            try await selection.forEach { client, file in
                guard !file.phase.isOpen else {
                    throw Problem.conflict(
                        "\(file.name) is on its way: `longshot files cancel \(file.id)\(node)` cancels it")
                }
                try await client.removeFile(file.id)
                return file
            }
        }
    }
}

extension NodeDescription {
    /// Its name and its role, as a sentence has them.
    fileprivate var words: String { "\(ShownName(name)), a \(role.rawValue)" }
}
