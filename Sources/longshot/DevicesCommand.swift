// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Camera
import Foundation
import NetworkCameras
import SystemPackage
import Wire

/// Looks at the cameras of this machine; a camera starts it, because a driver may crash.
struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "Look at the cameras of this machine; a camera starts this by itself.",
        shouldDisplay: false)

    @Option(help: "The node's folder.")
    var home: String

    @Option(help: "The path or id of a camera, of which a picture is written.")
    var picture: String?

    @Flag(help: "Ask the cameras of the network that the request on standard input names.")
    var network = false

    @Option(help: "The pipeline of the stream that the request on standard input names, of which a picture is written.")
    var networkPicture: String?

    /// How long answers to a search are awaited.
    private static let patience = Duration.seconds(2)

    mutating func run() async throws {
        let home = FilePath(home)
        if network {
            let search = try Self.request(NetworkSearch.self)
            let found =
                if let host = search.host { await CameraSearch.ask([host], as: search.user) } else {
                    await CameraSearch.run(for: Self.patience)
                }
            return try Terminal.say(json: found)
        }
        let bytes =
            if let networkPicture {
                try await DevicePicture.take(of: Self.request(NetworkPicture.self), by: networkPicture)
            } else if let picture {
                try await DevicePicture.take(of: picture)
            } else {
                nil as [UInt8]?
            }
        guard let bytes else { return try Terminal.say(json: await CameraDevices.survey(home: home)) }
        try FileHandle.standardOutput.write(contentsOf: Data(bytes))
    }

    /// What the node asks for.
    private static func request<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSON.decode(type, from: try FileHandle.standardInput.readToEnd() ?? Data())
    }
}
