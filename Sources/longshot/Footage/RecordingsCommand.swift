// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Footage
import Pipelines
import Recorder
import Wire

struct RecordingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recordings", abstract: "List, lock, unlock, settle and delete recordings.",
        subcommands: [List.self, Lock.self, Unlock.self, Settle.self, Delete.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the recordings of an archive on this machine.")

        @OptionGroup var options: ArchiveOptions

        @Argument(help: "The ids of recordings; all, if none is given.", completion: .archivedRecording)
        var ids: [String] = []

        @Flag(help: "Report as JSON.")
        var json = false

        mutating func validate() throws {
            // A subcommand that is written wrong, as if this command took no arguments.
            let commands = RecordingsCommand.configuration.subcommands.map { $0._commandName }
            guard let word = ids.first, Suggestion.closest(to: word, in: commands) != nil else { return }
            throw ValidationError("Unexpected argument '\(word)'")
        }

        mutating func run() async throws {
            let archive = try await options.open()
            let wanted = Set(ids)
            let known = try await archive.store.recordings()
            for id in ids { try options.require(id, among: known.map(\.id)) }
            var recordings = try await archive.descriptions(limit: 10_000) { wanted.isEmpty || wanted.contains($0.id) }
            let state = await PeerBook.state(in: options.path)
            for index in recordings.indices { recordings[index].addTrouble(from: state) }
            if json { return try Terminal.say(json: recordings) }
            if recordings.isEmpty { Terminal.say("no recordings in \(options.path)") }
            let there = state?.connected
            let names = DistinctNames(known.map { ($0.camera, $0.cameraName) })
            for recording in recordings {
                RecordingText.lines(recording, there: there, names).forEach { Terminal.say($0, indent: 4) }
            }
        }
    }

    struct Lock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Protect recordings from automatic deletion.")

        @OptionGroup var options: RecordCommand.Options

        @Argument(help: "The ids of the recordings.", completion: .recording)
        var ids: [String]

        mutating func run() async throws {
            let (options, ids) = (options, ids)
            try await options.target.withClient { client in
                try await options.report(ids.distinct, named: { $0 }) { try await client.lockRecording($0, true) }
            }
        }
    }

    struct Unlock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Allow the automatic deletion of recordings again.")

        @OptionGroup var options: RecordCommand.Options

        @Argument(help: "The ids of the recordings.", completion: .recording)
        var ids: [String]

        mutating func run() async throws {
            let (options, ids) = (options, ids)
            try await options.target.withClient { client in
                try await options.report(ids.distinct, named: { $0 }) { try await client.lockRecording($0, false) }
            }
        }
    }

    struct Settle: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End recordings whose camera will not come back.",
            discussion: """
                Footage still on the camera is recorded as missing (never-received) and is not fetched later.
                """)

        @OptionGroup var options: RecordCommand.Options

        @Argument(help: "The ids of the recordings.", completion: .openRecording)
        var ids: [String]

        mutating func run() async throws {
            let (options, ids) = (options, ids)
            try await options.target.withClient { client in
                try await options.report(ids.distinct, named: { $0 }) { try await client.settleRecording($0) }
            }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete recordings that are over, with all their footage.")

        @OptionGroup var target: RecorderTarget

        @Flag(help: "Do not ask; without a terminal nothing is asked.")
        var yes = false

        @Argument(help: "The ids of the recordings.", completion: .deletableRecording)
        var ids: [String]

        mutating func run() async throws {
            let (ids, yes, target) = (ids, yes, target)
            let (_, failure) = try await target.withClient { client in
                let all = try await client.recordings()
                let names = DistinctNames(all.map { ($0.camera, $0.cameraName) })
                let known = all.filter { ids.contains($0.id) }
                let texts = Dictionary(known.map { ($0.id, RecordingText.short($0, names)) }) { first, _ in first }
                let count = known.count { $0.obstacle == nil }
                // Without a question, the recorder says why each of them stays.
                if !yes, Terminal.canAsk, count > 0 {
                    for recording in known.sorted(by: { $0.id < $1.id }) {
                        let stays = recording.obstacle.map { "  stays: \($0)" } ?? ""
                        Terminal.complain(RecordingText.short(recording, names) + stays)
                    }
                    guard try await Terminal.confirm("Delete \(count == 1 ? "it" : "them")? [y/N] ") else {
                        throw Problem.conflict("nothing was deleted")
                    }
                }
                return try await Several.results(ids.distinct, named: { $0 }, completing: target.advised) { id in
                    try await client.deleteRecording(id)
                    Terminal.say("deleted \(texts[id] ?? id)")
                }
            }
            if let failure { throw failure }
        }
    }
}

extension RecordingDescription {
    /// Why it cannot be deleted now; nil if it can.
    var obstacle: String? {
        // Whether one that ends can be deleted depends on the recorder's disk.
        if ![.stopping, .stopped].contains(state) { return "it is not over" }
        return isLocked ? "it is locked" : nil
    }
}
