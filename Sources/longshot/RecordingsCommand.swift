// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Recorder

/// Lists the recordings of an archive.
struct RecordingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recordings", abstract: "List the recordings of an archive on this machine.")

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
