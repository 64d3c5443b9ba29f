// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Camera
import ControlServer
import Disk
import Foundation
import Pipelines
import SystemPackage
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
        settings.journal = Self.journalFolder
        // A mistyped name must not leave a home behind.
        if settings.capture != CameraSettings.automatic {
            do {
                _ = try PipelineLibrary(home: home.path).find(settings.capture)
            } catch {
                throw camera.capture == nil
                    ? configuration.located(error, of: Settings.table.cameraCapture) : error
            }
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

    /// The folder in memory for the frames in progress: that of the service, which systemd keeps when it starts the program again
    /// (`RuntimeDirectoryPreserve`, systemd.exec(5)), or that of all programs; nil without one.
    private static var journalFolder: FilePath? {
        let folder = FilePath(ProcessInfo.processInfo.environment["RUNTIME_DIRECTORY"] ?? "/dev/shm")
        return FileSystem.exists(folder) ? folder : nil
    }
}
