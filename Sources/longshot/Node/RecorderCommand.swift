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

struct RecorderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recorder", abstract: "Run a recorder until Ctrl-C.")

    @OptionGroup var options: NodeOptions

    @Option(\.recorderPort) var port: Int?
    @Option(\.recorderPagePort) var pagePort: Int?
    @Option(\.recorderCameras) var cameras: [String]
    @Flag(\.recorderContinuous) var continuous: Bool?
    @Option(\.recorderTransport) var transport: Transport?
    @Option(\.recorderLatency) var latency: Int?

    mutating func validate() throws {
        do {
            for host in cameras { _ = try NodeAddress(host, defaultPort: CameraFinder.port) }
        } catch {
            throw ValidationError("--camera: \(error)")
        }
    }

    mutating func run() async throws {
        let home = NodeHome(options.home, usually: "recorder")
        let configuration = try NodeConfiguration(home: home.path)
        let logger = try NodeOptions.logger("recorder", options.logLevel ?? configuration[\.logLevel])
        let settings = try settings(home, configuration)
        let port = try port ?? configuration[\.recorderPort]
        let pagePort = try configuration.port(pagePort, Settings.table.recorderPagePort, beside: port)
        let frame = try options.frame(home, role: .recorder, page: pagePort, configuration, logger: logger)
        defer { frame.close() }
        try withdrawView(frame.peers, home, logger)
        warn(of: settings.cameras, frame.peers, logger)
        let node = try await RecorderNode(
            settings, as: frame.description, peers: frame.peers, connect: ControlClient.dialer(as: frame.identity),
            room: frame.room, logger: logger)
        var services = try await frame.services(for: .recorder(node), port: port, onPage: frame.greetBrowsers) {
            bound in
            Terminal.say(frame.greeting(port: bound))
        }
        if frame.isOnNetwork { services.append(CameraScout(finder: node.finder, logger: logger)) }
        // The servers end first: a request must not find the archive closed.
        try await NodeServices.run([node] + services, logger: logger)
    }

    /// A word without a port is taken as a host; a name of a paired camera is likely a misunderstanding.
    private func warn(of hosts: [String], _ peers: PeerStore, _ logger: Logger) {
        for host in hosts where !host.contains(":") {
            let peer = peers.peers.first { $0.name.text == host || $0.id.description == host }
            guard let peer else {
                logger.notice(
                    "the camera's address \(host) has no port: it is looked up as a host, at port \(CameraFinder.port)")
                continue
            }
            logger.warning(
                "a camera is named by its address: \(host) is looked up as a host name. The paired camera \(peer.name) is found without it",
                metadata: ["camera": "\(peer.id.short)"])
        }
    }

    /// Options win over the environment, that over the file, that over defaults.
    private func settings(_ home: NodeHome, _ configuration: NodeConfiguration) throws -> RecorderSettings {
        var settings = RecorderSettings(home: home.path)
        settings.pictures = PictureProgram(home: home.path)
        settings.cameras = try cameras.isEmpty ? configuration[\.recorderCameras] : cameras
        settings.continuous = try continuous ?? configuration[\.recorderContinuous]
        settings.transport = try transport ?? configuration[\.recorderTransport]
        settings.latencyMilliseconds = try latency ?? configuration[\.recorderLatency]
        settings.backfillRate = try configuration[\.recorderBackfillRate]
        settings.keepBytes = try configuration[\.recorderKeepBytes]
        settings.keepSeconds = try configuration[\.recorderKeepHours].map { $0 * 3_600 }
        settings.reserveBytes = try configuration[\.recorderReserveBytes]
        settings.viewers = try configuration[\.viewers]
        return settings
    }

    /// Earlier versions let a camera view all other cameras; an upgrade ends that, and logs it once.
    private func withdrawView(_ peers: PeerStore, _ home: NodeHome, _ logger: Logger) throws {
        let cameras = try peers.withdrawViewFromCameras()
        guard !cameras.isEmpty else { return }
        let names = cameras.map { "\($0.name) (\($0.id.short))" }.joined(separator: ", ")
        let grant = "longshot pair grant\(NodeHome.addition(of: .recorder, in: home.path))"
        logger.notice(
            "cameras no longer see other cameras here: the grant view was taken from them; `\(grant)` gives it back",
            metadata: ["cameras": "\(names)"])
    }
}

extension SavePreference: ExpressibleByArgument {}
