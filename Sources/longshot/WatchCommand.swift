// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Foundation
import Wire

/// Shows a node's events as they come.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Show a node's events as they come, until Ctrl-C.")

    @Argument(help: "The node's address.")
    var node: String

    @Flag(help: "One JSON object per line: kind and payload.")
    var json = false

    mutating func run() async throws {
        let command = self
        try await Interruption.cancelling { try await command.carryOut() }
    }

    private func carryOut() async throws {
        try await ControlClient.withClient(address: node, defaultPort: 5_664) { client in
            for try await numbered in client.events(after: nil) {
                let payload = String(decoding: try numbered.event.payload(), as: UTF8.self)
                Terminal.say(
                    json
                        ? #"{"id":\#(numbered.id),"kind":"\#(numbered.event.kind)","payload":\#(payload)}"#
                        : "\(numbered.event.kind)  \(EventText.line(numbered.event))")
            }
        }
    }
}

/// An event in words.
enum EventText {
    static func line(_ event: Event) -> String {
        switch event {
        case .capture(let state):
            "\(state.phase.rawValue), pipeline \(state.pipeline), epoch \(state.epoch)"
                + (state.reason.map { ": \($0)" } ?? "")
        case .fragment(let fragment):
            "\(fragment.epoch)/\(fragment.sequence): \(fragment.frames) frames, \(Format.bytes(fragment.bytes))"
                + fragment.gaps.map { ", gap: \(RecordingText.gap($0))" }.joined()
        case .stillJob(let job):
            "\(job.id) \(job.phase.rawValue)" + (job.phase == .countdown ? " \(job.secondsLeft)" : "")
        case .still(let still):
            "\(still.name), skew \(Format.decimal(Double(still.skew) / 1e6, 1)) ms"
        case .recording(let recording):
            "\(recording.id) \(recording.state.rawValue): \(RecordingText.counters(recording.frames))"
        case .transfer(let transfer):
            "\(transfer.name) \(transfer.phase.rawValue) \(Format.bytes(transfer.bytes)) of \(Format.bytes(transfer.total))"
        case .cameraLink(let link):
            "\(link.name ?? link.address) \(link.phase.rawValue)" + (link.reason.map { ": \($0)" } ?? "")
        }
    }
}
