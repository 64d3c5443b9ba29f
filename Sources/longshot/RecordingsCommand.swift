// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Recorder

/// Lists the recordings of an archive; locks, unlocks and deletes those of a recorder that runs.
struct RecordingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recordings", abstract: "List, lock, unlock and delete recordings.",
        subcommands: [List.self, Lock.self, Unlock.self, Delete.self], defaultSubcommand: List.self)

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
            recordings.flatMap(RecordingText.lines).forEach(Terminal.say)
        }
    }

    struct Lock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Spare a recording from whatever deletes old footage.")

        @OptionGroup var options: RecordCommand.Options

        @Argument(help: "The recording's id.")
        var id: String

        mutating func run() async throws {
            try options.report(try await options.target.withClient { try await $0.lockRecording(id, true) })
        }
    }

    struct Unlock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let a recording go when it is old.")

        @OptionGroup var options: RecordCommand.Options

        @Argument(help: "The recording's id.")
        var id: String

        mutating func run() async throws {
            try options.report(try await options.target.withClient { try await $0.lockRecording(id, false) })
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
