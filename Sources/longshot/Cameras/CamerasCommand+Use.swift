// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Wire

extension CamerasCommand {
    struct Use: InterruptibleCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let a running camera capture from another camera of its machine.",
            discussion: """
                It captures as `--capture auto` would from that camera. A recording goes on in a new epoch, with a pause \
                `pipeline-changed`. If the other camera gives no picture, it returns to the one before. The choice lasts until it ends: \
                camera.capture and camera.set in longshot.yaml are permanent.
                """)

        @OptionGroup var target: CameraTarget

        @Argument(help: "The path or id of a camera, as `longshot cameras --camera` shows it.")
        var device: String

        @Flag(help: "Report as JSON.")
        var json = false

        func carryOut() async throws {
            let pipeline = try await target.withClient { client in
                let isCaptured = try await client.devices().first { $0.device.path == device }?.isCaptured ?? false
                let events = try await client.connectedEvents(after: nil)
                let before = try await client.state().capture
                let chosen = try await client.useDevice(device)
                if !isCaptured {
                    try await PipelineCommand.Use.waitForPictures(of: chosen.name, after: before?.epochID, in: events)
                }
                return try await client.pipelines().first { $0.active } ?? chosen
            }
            if json { return try Terminal.say(json: pipeline) }
            Terminal.say("\(device) is captured by \(pipeline.name)\(pipeline.caps.map { ": \($0)" } ?? "")")
        }
    }
}
