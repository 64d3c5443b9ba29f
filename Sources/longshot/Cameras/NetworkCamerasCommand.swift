// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Camera
import Foundation
import NetworkCameras
import Sandbox
import Wire

/// Asks the cameras of the network; a camera node starts it, because anybody may answer.
struct NetworkCamerasCommand: ConfinedCommand {
    static let network = Sandbox.Network.streams
    static let configuration = CommandConfiguration(
        commandName: "network-cameras",
        abstract: "Ask the cameras that the request on standard input names; a camera starts this by itself.",
        shouldDisplay: false)

    @Option(help: "The node's folder.")
    var home: String

    @Option(help: "The pipeline of the stream that the request names, of which a picture is written.")
    var pipeline: String?

    /// How long answers to a search are awaited.
    private static let patience = Duration.seconds(2)

    mutating func run() async throws {
        if let pipeline {
            let picture = try await DevicePicture.take(of: Self.request(NetworkPicture.self), by: pipeline)
            return try FileHandle.standardOutput.write(contentsOf: Data(picture))
        }
        let search = try Self.request(NetworkSearch.self)
        let found =
            if let host = search.host { await CameraSearch.ask([host], as: search.user) } else {
                await CameraSearch.run(for: Self.patience)
            }
        try Terminal.say(json: found)
    }

    /// What the node asks for; a password is no argument, because other users see those.
    private static func request<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSON.decode(type, from: try FileHandle.standardInput.readToEnd() ?? Data())
    }
}
