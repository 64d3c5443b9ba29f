// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Foundation
import SystemPackage
import Wire

/// Shows where a tag is before a camera, until Ctrl-C.
struct NearbyWatchCommand: InterruptibleCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Show where a printed tag is before a camera, up to ten times a second.",
        discussion: "Nothing is stored, here or on the camera, unless --log names a file.")

    @OptionGroup var target: CameraTarget

    @OptionGroup var tag: TagOptions

    @Option(help: "How long to watch. (a time such as 30s; default: until Ctrl-C)")
    var `for`: Interval?

    @Option(
        help: "A file to which each update is appended as a line of JSON. (a path; default: none)", completion: .file())
    var log: String?

    @Flag(help: "Report each update as a line of JSON.")
    var json = false

    func carryOut() async throws {
        try await Terminal.whileRead { try await follow() }
        Terminal.endProgress()
    }

    private func follow() async throws {
        let file = try log.map(LineFile.init)
        let end = `for`.map { ContinuousClock.now + .milliseconds($0.milliseconds) }
        try await target.withClient { client in
            var isFirst = true
            try await client.withNearby(tag.request) { session, update in
                try file?.append(JSON.encode(update))
                if json { try Terminal.say(jsonLine: update) } else { show(update, isFirst: isFirst) }
                isFirst = false
                return end.map { ContinuousClock.now < $0 } ?? true
            }
        }
    }

    private func show(_ update: NearbyUpdate, isFirst: Bool) {
        if isFirst, let note = update.lens?.note { Terminal.complain(note) }
        if Terminal.isWatched { return Terminal.progress(update.words) }
        Terminal.say(update.words)
    }
}
