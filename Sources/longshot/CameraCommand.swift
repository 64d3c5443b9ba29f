// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Camera
import ControlServer
import Wire

/// Runs a camera box.
struct CameraCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "camera", abstract: "Run a camera box until Ctrl-C.")

    @OptionGroup var options: NodeOptions
    @OptionGroup var camera: CameraOptions

    mutating func run() async throws {
        let home = NodeHome(options.home, usually: "camera")
        let configuration = try await NodeConfiguration(home: home.path)
        let logger = try options.logger("camera", configured: configuration.string(.logLevel))
        var settings = CameraSettings(home: home.path)
        try camera.apply(to: &settings, over: configuration)
        let port = try options.port ?? configuration.int(.cameraPort) ?? 5_664
        try ConfigurationKey.cameraPort.require(port, in: 0...65_535)
        let frame = try options.frame(home, role: .camera, port: port, configuration, logger: logger)
        let node = try await CameraNode(settings, as: frame.description, logger: logger)
        let services = try await frame.services(for: .camera(node), port: port, onPage: frame.greetBrowsers) { bound in
            Terminal.say(frame.greeting(port: bound))
        }
        defer { RunFile.remove(from: home.path) }
        try await NodeServices.run(services + [node], logger: logger)
    }
}
