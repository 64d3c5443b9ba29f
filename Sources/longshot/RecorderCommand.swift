// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CameraClient
import ControlClient
import ControlServer
import Logging
import Recorder
import Trust
import Viewing
import Wire

/// Runs a recorder.
struct RecorderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recorder", abstract: "Run a recorder until Ctrl-C.")

    @OptionGroup var options: NodeOptions

    @Option(name: .customLong("camera"), help: "Where a paired camera may be found too, as host:port. May be repeated.")
    var cameras: [String] = []

    @Flag(help: "Record each camera whenever it can be.")
    var continuous = false

    @Option(help: "How live video travels: udp or tcp.")
    var transport: Transport?

    @Option(help: Latency.help)
    var latency: Latency?

    mutating func run() async throws {
        let home = NodeHome(options.home, usually: "recorder")
        let configuration = try await NodeConfiguration(home: home.path)
        let logger = try options.logger("recorder", configured: configuration.string(.logLevel))
        var settings = RecorderSettings(home: home.path)
        settings.pictures = PictureProgram(home: home.path)
        settings.cameras = try cameras.isEmpty ? configuration.strings(.recorderCameras) ?? [] : cameras
        settings.continuous = try continuous || configuration.bool(.recorderContinuous) ?? false
        settings.latencyMilliseconds =
            try latency?.milliseconds ?? configuration.int(.recorderLatency) ?? settings.latencyMilliseconds
        settings.transport = try transport ?? configured(configuration) ?? .udp
        settings.backfillRate = try configuration.int(.recorderBackfillRate)
        try ConfigurationKey.recorderBackfillRate.require(settings.backfillRate ?? 1 << 20, in: 1_000...(1 << 40))
        settings.keepBytes = try configuration.int(.recorderKeepBytes)
        settings.keepSeconds = try configuration.int(.recorderKeepHours).map { $0 * 3_600 }
        settings.reserveBytes = try configuration.int(.recorderReserveBytes)
        try ConfigurationKey.recorderKeepBytes.require(settings.keepBytes ?? 1 << 30, in: (16 << 20)...(1 << 60))
        try ConfigurationKey.recorderKeepHours.require((settings.keepSeconds ?? 3_600) / 3_600, in: 1...1_000_000)
        try ConfigurationKey.recorderReserveBytes.require(settings.reserveBytes ?? 0, in: 0...(1 << 60))
        settings.viewers = try configuration.int(.viewers) ?? settings.viewers
        try ConfigurationKey.viewers.require(settings.viewers, in: 0...64)
        let port = try options.port ?? configuration.int(.recorderPort) ?? 5_665
        try ConfigurationKey.recorderPort.require(port, in: 0...65_535)
        try ConfigurationKey.recorderLatency.require(settings.latencyMilliseconds, in: 10...10_000)
        let frame = try options.frame(home, role: .recorder, port: port, configuration, logger: logger)
        try withdrawView(frame.peers, logger)
        let node = try await RecorderNode(
            settings, as: frame.description, peers: frame.peers, connect: ControlClient.dialer(as: frame.identity),
            room: frame.room, logger: logger)
        var services = try await frame.services(for: .recorder(node), port: port, onPage: frame.greetBrowsers) {
            bound in
            Terminal.say(frame.greeting(port: bound))
        }
        if frame.isOnNetwork { services.append(CameraScout(finder: node.finder, logger: logger)) }
        defer { RunFile.remove(from: home.path) }
        try await NodeServices.run(services + [node], logger: logger)
    }

    /// Earlier versions let a camera view what every other camera shows; an upgrade ends that, and says so once.
    private func withdrawView(_ peers: PeerStore, _ logger: Logger) throws {
        let cameras = try peers.withdrawViewFromCameras()
        guard !cameras.isEmpty else { return }
        let names = cameras.map { "\($0.name) (\($0.id.short))" }.joined(separator: ", ")
        logger.notice(
            "cameras no longer see other cameras here: the grant view was taken from them; `longshot pair grant` gives it back",
            metadata: ["cameras": "\(names)"])
    }

    private func configured(_ configuration: NodeConfiguration) throws -> Transport? {
        guard let name = configuration.string(.recorderTransport) else { return nil }
        guard let transport = Transport(rawValue: name) else {
            throw ConfigurationError.badValue(key: "recorder.transport", reason: "must be udp or tcp, not \"\(name)\"")
        }
        return transport
    }
}

extension Transport: ExpressibleByArgument {}
extension SavePreference: ExpressibleByArgument {}
