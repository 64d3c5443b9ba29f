// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Camera
import ControlServer
import Pipelines
import Wire

struct CameraCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "camera", abstract: "Run a camera box until Ctrl-C.")

    @OptionGroup var options: NodeOptions
    @Option(\.cameraPort) var port: Int?
    @Option(\.cameraPagePort) var pagePort: Int?
    @OptionGroup var camera: CameraOptions

    mutating func run() async throws {
        let home = NodeHome(options.home, usually: "camera")
        let configuration = try NodeConfiguration(home: home.path)
        let logger = try NodeOptions.logger("camera", options.logLevel ?? configuration[\.logLevel])
        var settings = CameraSettings(home: home.path)
        try camera.apply(to: &settings, over: configuration)
        // A mistyped name must not leave a home behind.
        if settings.capture != CameraSettings.automatic {
            _ = try PipelineLibrary(home: home.path).find(settings.capture)
        }
        let port = try port ?? configuration[\.cameraPort]
        let pagePort = try configuration.port(pagePort, Settings.table.cameraPagePort, beside: port)
        let frame = try options.frame(
            home, role: .camera, page: pagePort, extras: settings.isNearbyPermitted ? ["nearby"] : [], configuration,
            logger: logger)
        defer { frame.close() }
        let node = try await CameraNode(settings, as: frame.description, logger: logger)
        let services = try await frame.services(for: .camera(node), port: port, onPage: frame.greetBrowsers) { bound in
            Terminal.say(frame.greeting(port: bound))
        }
        try await NodeServices.run(services + [node], logger: logger)
    }
}
