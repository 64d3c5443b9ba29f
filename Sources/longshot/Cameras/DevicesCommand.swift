// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Camera
import Foundation
import SystemPackage

/// Looks at the cameras of this machine; a camera starts it, because a driver may crash.
struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "Look at the cameras of this machine; a camera starts this by itself.",
        shouldDisplay: false)

    @Option(help: "The node's folder.")
    var home: String

    @Option(help: "The path or id of a camera, of which a picture is written.")
    var picture: String?

    mutating func run() async throws {
        guard let picture else { return try Terminal.say(json: await CameraDevices.survey(home: FilePath(home))) }
        try FileHandle.standardOutput.write(contentsOf: Data(try await DevicePicture.take(of: picture)))
    }
}
