// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlServer
import Foundation
import Logging
import Pipelines
import SystemPackage
import Transfers
import Wire

/// What every node takes.
struct NodeOptions: ParsableArguments {
    @Option(help: "The folder that holds the node's state and its longshot.yaml.")
    var home: String?

    @Option(help: "What the node is called.")
    var name: String?

    @Option(help: "The TCP port to listen on; 0 for any.")
    var port: Int?

    @Option(help: "The address to listen on; every address of this machine when left out.")
    var host: String?

    @Option(help: "The TCP port of the page for browsers; 0 for any.")
    var pagePort: Int?

    @Flag(help: "Serve no page for browsers.")
    var noPage = false

    @Option(help: "A name besides its own by which browsers may call the node. May be repeated.")
    var pageHost: [String] = []

    @Option(help: "The owner's own certificate for the page, as PEM, instead of the node's; with --web-key.")
    var webCertificate: String?

    @Option(help: "The key of --web-certificate, as PEM.")
    var webKey: String?

    @Flag(help: "Neither announce the node on the local network nor look for others.")
    var noDiscovery = false

    @Option(help: "trace, debug, info, notice, warning, error or critical.")
    var logLevel: String?

    mutating func validate() throws {
        for (option, port) in [("--port", port), ("--page-port", pagePort)] {
            if let port, !(0...65_535).contains(port) {
                throw ValidationError("\(option) must be from 0 to 65535, not \(port)")
            }
        }
        guard (webCertificate == nil) == (webKey == nil) else {
            throw ValidationError("--web-certificate and --web-key belong together")
        }
    }

    /// Opens the node's home: flags over environment over file over defaults.
    ///
    /// - Parameter port: the node port; when that is any free one, so is the page's.
    func frame(
        _ home: NodeHome, role: NodeDescription.Role, port: Int, _ configuration: NodeConfiguration, logger: Logger
    ) throws -> NodeFrame {
        let host = host ?? configuration.string(.host) ?? "::"
        return try NodeFrame(
            home, role: role, name: name ?? configuration.string(.name), host: host,
            // Who listens on this machine only has nobody to find and to be found by.
            isOnNetwork: try !noDiscovery && configuration.bool(.discovery) ?? true && !NodeFrame.isLoopback(host),
            page: try page(role, configuration, isAnyPort: port == 0),
            files: try files(home, role, configuration), logger: logger)
    }

    /// What a recorder keeps free for its footage, files of peers leave free too.
    private func files(
        _ home: NodeHome, _ role: NodeDescription.Role, _ configuration: NodeConfiguration
    ) throws -> InboxSettings {
        var settings = InboxSettings(home: home)
        if let folder = configuration.string(.filesFolder) { settings.directory = FilePath(folder) }
        settings.asks = try configuration.bool(.filesAsk) ?? settings.asks
        let reserve = try configuration.int(.filesReserveBytes) ?? settings.reserveBytes
        try ConfigurationKey.filesReserveBytes.require(reserve, in: 0...(1 << 60))
        let footage = role == .recorder ? try configuration.int(.recorderReserveBytes) ?? 0 : 0
        settings.reserveBytes = max(reserve, footage)
        return settings
    }

    private func page(
        _ role: NodeDescription.Role, _ configuration: NodeConfiguration, isAnyPort: Bool
    ) throws -> NodeFrame.Page? {
        guard try !noPage && configuration.bool(.page) ?? true else { return nil }
        let key = role == .camera ? ConfigurationKey.cameraPagePort : .recorderPagePort
        let port = try pagePort ?? configuration.int(key) ?? (isAnyPort ? 0 : role == .camera ? 5_680 : 5_681)
        try key.require(port, in: 0...65_535)
        let files = (
            webCertificate ?? configuration.string(.webCertificate), webKey ?? configuration.string(.webKey)
        )
        let certificate = files.0.flatMap { certificate in
            files.1.map { WebCertificate(certificate: FilePath(certificate), key: FilePath($0)) }
        }
        return NodeFrame.Page(port: port, certificate: certificate, hosts: pageHost)
    }

    /// A logger on standard error.
    func logger(_ label: String, configured: String?) throws -> Logger {
        let name = logLevel ?? configured ?? "info"
        guard let level = Logger.Level(rawValue: name) else {
            throw ConfigurationError.badValue(key: "log-level", reason: "there is no level \"\(name)\"")
        }
        // Without the values that pipelines take from files, and with what peers sent escaped.
        var logger = Logger(label: label) { label in
            RewritingLogHandler(label: label) { PipelineSecrets.hiding(in: $0).escaped() }
        }
        logger.logLevel = level
        return logger
    }
}

extension InboxSettings {
    /// Files of peers go to a folder of the node's own.
    init(home: NodeHome) {
        self.init(directory: home.path.appending("received"))
    }
}
