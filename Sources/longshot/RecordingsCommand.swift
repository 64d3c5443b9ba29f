// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Recorder

struct RecordingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recordings", abstract: "List, lock, unlock, settle and delete recordings.",
        subcommands: [List.self, Lock.self, Unlock.self, Settle.self, Delete.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the recordings of an archive on this machine.")

        @OptionGroup var options: ArchiveOptions

        @Flag(help: "Report as JSON.")
        var json = false

        mutating func run() async throws {
            let recordings = try await options.open().descriptions(limit: 10_000)
            if json { return try Terminal.say(json: recordings) }
            if recordings.isEmpty { Terminal.say("no recordings in \(options.path)") }
            recordings.flatMap(RecordingText.lines).forEach { Terminal.say($0) }
        }
    }

    struct Lock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Protect a recording from automatic deletion.")

        @OptionGroup var options: RecordCommand.Options

        @Argument(help: "The recording's id.")
        var id: String

        mutating func run() async throws {
            try options.report(try await options.target.withClient { try await $0.lockRecording(id, true) })
        }
    }

    struct Unlock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Allow the automatic deletion of a recording again.")

        @OptionGroup var options: RecordCommand.Options

        @Argument(help: "The recording's id.")
        var id: String

        mutating func run() async throws {
            try options.report(try await options.target.withClient { try await $0.lockRecording(id, false) })
        }
    }

    struct Settle: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End a recording whose camera will not come back.",
            discussion: """
                Footage still on the camera is recorded as missing (account-lost) and is not fetched later.
                """)

        @OptionGroup var options: RecordCommand.Options

        @Argument(help: "The recording's id.")
        var id: String

        mutating func run() async throws {
            try options.report(try await options.target.withClient { try await $0.settleRecording(id) })
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete a recording that is over, with all its footage.")

        @OptionGroup var target: RecorderTarget

        @Argument(help: "The recording's id.")
        var id: String

        mutating func run() async throws {
            try await target.withClient { try await $0.deleteRecording(id) }
        }
    }
}
