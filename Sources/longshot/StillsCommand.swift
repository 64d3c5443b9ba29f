// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import SystemPackage
import Wire

/// Lists, fetches and deletes the stills on a camera.
struct StillsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stills", abstract: "List, fetch and delete the stills on a camera.",
        subcommands: [List.self, Fetch.self, Delete.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the stills on a camera.")

        @OptionGroup var target: CameraTarget

        @Flag(help: "Report as JSON.")
        var json = false

        mutating func run() async throws {
            let stills = try await target.withClient {
                try await $0.stills()
            }
            if json { return try Terminal.say(json: stills.map { StillReport($0, path: nil) }) }
            for still in stills {
                Terminal.say(
                    "\(still.id)  \(Format.moment(still.shownAt))  \(still.width)x\(still.height)  "
                        + "\(Format.bytes(still.bytes))  \(still.save.rawValue)")
            }
        }
    }

    struct Fetch: InterruptibleCommand {
        static let configuration = CommandConfiguration(
            abstract: "Fetch stills into a folder, resuming what was begun.")

        @OptionGroup var target: CameraTarget

        @Argument(help: "The ids of the stills; all when left out.")
        var ids: [String] = []

        @Option(name: .shortAndLong, help: "The folder.")
        var output = "."

        func carryOut() async throws {
            try await target.withClient { client in
                let known = try await client.stills()
                for still in known where ids.isEmpty || ids.contains(still.id) {
                    let path = try OutputPath.file(output, named: still.name, isFolder: true)
                    let bar = ProgressBar(still.name)
                    try await client.download(Download(still, to: path)) { bar.update($0, of: $1) }
                    bar.end()
                    Terminal.say(path.string)
                }
                if let missing = ids.first(where: { id in !known.contains { $0.id == id } }) {
                    throw Problem.notFound("there is no still \(missing) on the camera")
                }
            }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Delete stills from a camera.")

        @OptionGroup var target: CameraTarget

        @Argument(help: "The ids of the stills.")
        var ids: [String]

        mutating func run() async throws {
            try await target.withClient { client in
                for id in ids { try await client.deleteStill(id) }
            }
        }
    }
}
