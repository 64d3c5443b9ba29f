// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Camera
import ControlServer
import Disk
import Foundation
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
        try camera.check(settings, over: configuration)
        let port = try port ?? configuration[\.cameraPort]
        let pagePort = try configuration.port(pagePort, Settings.table.cameraPagePort, beside: port)
        let frame = try options.frame(
            home, role: .camera, page: pagePort, extras: settings.isNearbyPermitted ? ["nearby"] : [], configuration,
            logger: logger)
        defer { frame.close() }
        let node: CameraNode
        do {
            node = try await CameraNode(settings, as: frame.description, logger: logger)
        } catch {
            throw camera.located(error, in: configuration)
        }
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
