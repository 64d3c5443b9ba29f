// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Camera
import Foundation
import Logging
import Recorder
import SystemPackage
import Wire

/// The whole product in one command: a camera box and a recorder on this machine.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Run a camera and a recorder on this machine: record, take a still, move it, verify.",
        discussion: """
            The nodes run as they do elsewhere: they pair by a code, and talk over loopback. Without --capture, the demo uses \
            v4l2-h264 if /dev/video0 exists, and otherwise the test picture `pattern`. A second run in the same home adds to \
            the archive.
            """)

    @Option(
        help: "The folder for both nodes. (a folder; default: ~/.local/state/longshot/demo)", completion: .directory)
    var home: String?

    @Option(help: "How long to record. (seconds from 1 to 86400; default: until Ctrl-C)")
    var seconds: Double?

    @Option(\.recorderTransport) var transport: Transport?

    @OptionGroup var camera: CameraOptions

    @Option(\.logLevel, default: "warning") var logLevel: Logger.Level?

    @Flag(help: "Report as one JSON object.")
    var json = false

    mutating func validate() throws {
        if let seconds, !(1...86_400).contains(seconds) {
            throw ValidationError("--seconds must be from 1 to 86400")
        }
    }

    mutating func run() async throws {
        let home = NodeHome(home, usually: "demo")
        let configuration = try NodeConfiguration(home: home.path)
        let logger = NodeOptions.logger("demo", logLevel ?? .warning)
        let transport = transport ?? Settings.table.recorderTransport.fallback
        var settings = CameraSettings(home: home.path.appending("camera"))
        try camera.apply(to: &settings, over: configuration)
        if camera.capture == nil, try configuration.given(Settings.table.cameraCapture) == nil {
            settings.capture = FileManager.default.fileExists(atPath: "/dev/video0") ? "v4l2-h264" : "pattern"
        }
        try camera.check(settings, over: configuration)
        let nodes: DemoNodes
        do {
            nodes = try await DemoNodes(
                settings, recorderHome: home.path.appending("recorder"), transport: transport, logger: logger)
        } catch {
            throw camera.located(error, in: configuration)
        }
        defer { nodes.tidyUp() }
        let script = DemoScript(nodes: nodes, seconds: seconds, transport: transport, isQuiet: json)
        do {
            try await NodeServices.run(nodes.services + [script], logger: logger)
        } catch let slow as SlowEnd {
            // The report is complete before the nodes end.
            if let report = script.report { try show(report) }
            throw slow
        }
        guard let report = script.report else { throw CancellationError() }
        try show(report)
        if let code = report.exitStatus { throw ExitCode(code.rawValue) }
    }

    private func show(_ report: DemoReport) throws {
        if json {
            try Terminal.say(json: report)
        } else {
            report.lines.forEach { Terminal.say(block: $0) }
        }
    }
}
