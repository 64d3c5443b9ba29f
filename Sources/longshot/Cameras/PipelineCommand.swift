// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Disk
import Pipelines
import SystemPackage

struct PipelineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pipeline", abstract: "List, check, show and draw pipeline files; choose and set the running one.",
        subcommands: [List.self, Check.self, Show.self, Graph.self, Use.self, Set.self], defaultSubcommand: List.self)

    struct Options: ParsableArguments {
        @Option(
            help: """
                The node's home; files in its folder pipelines come before the shipped ones. (a folder; default: \
                ~/.local/state/longshot/camera)
                """, completion: .directory)
        var home: String?

        var library: PipelineLibrary { PipelineLibrary(home: NodeHome(home, usually: "camera").path) }

        /// Finds a file by name or path; throws `UnknownName` for a name that none has.
        func find(_ name: String) throws -> PipelineFile {
            do {
                return try library.find(name)
            } catch {
                // Whose file it is, if it may not be read.
                if case .unreadable(let path, _) = error { try FileSystem.open(FilePath(path), .readOnly).close() }
                // As a pattern of `catch`, Swift 6.3 does not compile this.
                guard case .notFound = error else { throw error }
                throw UnknownName(
                    kind: "pipeline", name: name, known: library.all().map(\.name),
                    list: "longshot pipeline list\(NodeHome.addition(home))",
                    hint: FileSystem.exists(FilePath(name))
                        ? "The file here is `\("./\(name)".quotedForShell)`: a path has a slash or ends in .pipeline."
                        : "")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the pipeline files that there are.")

        @OptionGroup var options: Options

        @Flag(help: "Report as JSON.")
        var json = false

        private struct Row: Codable {
            let name, category, origin, summary: String
        }

        mutating func run() async throws {
            let rows = options.library.all().map {
                Row(name: $0.name, category: $0.category.rawValue, origin: "\($0.origin)", summary: $0.summary)
            }
            if json { return try Terminal.say(json: rows) }
            let width = rows.map(\.name.count).max() ?? 0
            var category = ""
            for row in rows {
                if row.category != category { Terminal.say("\(row.category)") }
                category = row.category
                let origin = row.origin == "shipped" ? "" : "  (\(row.origin))"
                let name = row.name + String(repeating: " ", count: width - row.name.count)
                Terminal.say("  \(name)  \(row.summary)\(origin)", indent: width + 4)
            }
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say what is wrong with pipeline files: line, column, reason, remedy.",
            discussion: "Exit code 0 if all files can be used, 65 if one cannot.")

        @OptionGroup var options: Options

        @Argument(help: "Paths or names.", completion: .pipelineFile)
        var files: [String]

        @Flag(help: "Report as JSON.")
        var json = false

        private struct Row: Codable {
            let severity, file: String
            let line, column: Int
            let word, reason, remedy: String
        }

        mutating func run() async throws {
            let options = options
            let (checked, failure) = try await Several.results(files, named: { $0 }) { name in
                let file = try options.find(name)
                return (file, PipelineCheck.check(file))
            }
            if json {
                try Terminal.say(
                    json: checked.flatMap(\.1).map {
                        Row(
                            severity: $0.severity.rawValue, file: $0.file, line: $0.position.line,
                            column: $0.position.column, word: $0.word, reason: $0.reason, remedy: $0.remedy)
                    })
            }
            for (file, problems) in json ? [] : checked {
                problems.forEach { Terminal.say(block: $0.description) }
                let errors = problems.filter(\.isError).count
                Terminal.say(
                    errors == 0
                        ? "\(file.label): can be used as a \(file.category.rawValue) pipeline"
                        : "\(file.label): \(errors) error\(errors == 1 ? "" : "s")")
            }
            if checked.flatMap(\.1).contains(where: \.isError) { throw ExitCode(ExitStatus.unusable.rawValue) }
            if let failure { throw failure }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print a pipeline file's text.")

        @OptionGroup var options: Options

        @Argument(help: "A path or a name.", completion: .pipelineFile)
        var name: String

        mutating func run() async throws {
            let text = try options.find(name).text
            Terminal.say(block: text.hasSuffix("\n") ? String(text.dropLast()) : text)
        }
    }

    struct Graph: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Draw a pipeline as SVG.")

        @OptionGroup var options: Options

        @Argument(help: "A path or a name.", completion: .pipelineFile)
        var name: String

        @Option(name: .shortAndLong, help: "Where to write it. (a file; default: standard output)")
        var output: String?

        @Flag(help: "Replace the file, if it is there.")
        var force = false

        func validate() throws {
            try OutputPath.requireName(output)
            guard let output, let ending = FilePath(output).extension, ending.lowercased() != "svg" else { return }
            throw ValidationError("it draws SVG, and \(output) ends in .\(ending): let the name end in .svg")
        }

        mutating func run() async throws {
            let svg = try PipelineGraph(try options.find(name)).svg
            guard let output else { return Terminal.say(block: svg) }
            let path = NodeHome(output, usually: "").path
            guard path.lastComponent != nil else { throw ValidationError("--output must name a file") }
            try OutputPath.checkIsFree(output, replaces: force)
            try OutputPath.requireWritable(path.string, isFolder: false)
            try await OutputPath.write(Array(svg.utf8), to: output)
            Terminal.say(path.string)
        }
    }
}
