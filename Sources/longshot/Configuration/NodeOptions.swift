// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlServer
import Disk
import Foundation
import Logging
import Pipelines
import SystemPackage
import Transfers
import Wire

/// The options of every node.
struct NodeOptions: ParsableArguments {
    @Option(
        help: """
            The node's home, with its state and its longshot.yaml. (a folder; default: camera or recorder in \
            ~/.local/state/longshot)
            """, completion: .directory)
    var home: String?

    @Option(\.name) var name: String?
    @Option(\.host) var host: String?
    @Flag(\.discovery) var discovery: Bool?
    @Flag(\.page) var page: Bool?

    @Option(
        help: """
            A name besides its own by which browsers may call the node; the option may be repeated. (a host \
            name; default: none)
            """)
    var pageHost: [String] = []

    @Option(\.webCertificate) var webCertificate: String?
    @Option(\.webKey) var webKey: String?
    @Option(\.logLevel) var logLevel: Logger.Level?

    mutating func validate() throws {
        guard (webCertificate == nil) == (webKey == nil) else {
            throw ValidationError("--web-certificate and --web-key belong together")
        }
    }

    /// Opens the node's home; options win over the environment, that over the file, that over defaults.
    ///
    /// - Parameters:
    ///   - port: the port of the page for browsers.
    ///   - extras: capabilities that depend on settings.
    func frame(
        _ home: NodeHome, role: NodeDescription.Role, page port: Int, extras: [String] = [],
        _ configuration: NodeConfiguration, logger: Logger
    ) throws -> NodeFrame {
        // Also what only a node of the other role reads: a value that is wrong there is a mistake here, too.
        try configuration.check()
        for complaint in configuration.complaints { logger.warning("\(complaint)") }
        let host = try host ?? configuration[\.host]
        let isShown = try page ?? configuration[\.page]
        return try NodeFrame(
            home, role: role, name: name ?? configuration[\.name], host: host,
            // A node that listens on this machine only cannot be found from elsewhere, and cannot reach others.
            isOnNetwork: discovery ?? configuration[\.discovery] && !NodeFrame.isLoopback(host),
            page: isShown
                ? NodeFrame.Page(port: port, certificate: certificate(configuration), hosts: pageHost) : nil,
            files: files(home, role, configuration), extras: extras, logger: logger)
    }

    /// Files of peers must leave the space free, too, that a recorder reserves for its footage.
    private func files(
        _ home: NodeHome, _ role: NodeDescription.Role, _ configuration: NodeConfiguration
    ) throws -> InboxSettings {
        var settings = InboxSettings(home: home)
        if let folder = try configuration[\.filesFolder] {
            settings.directory = try configuration.checking(Settings.table.filesFolder, over: nil) {
                try NodeConfiguration.folder(folder)
            }
        }
        settings.asks = try configuration[\.filesAsk]
        let footage = role == .recorder ? try configuration[\.recorderReserveBytes] ?? 0 : 0
        settings.reserveBytes = try max(configuration[\.filesReserveBytes], footage)
        return settings
    }

    /// The owner's certificate; nil for the node's own.
    func certificate(_ configuration: NodeConfiguration) throws -> WebCertificate? {
        let (chain, secret) = (Settings.table.webCertificate, Settings.table.webKey)
        switch try (webCertificate ?? configuration[\.webCertificate], webKey ?? configuration[\.webKey]) {
        case (let certificate?, let key?):
            let files = WebCertificate(certificate: FilePath(certificate), key: FilePath(key))
            try configuration.checking(chain, over: webCertificate) {
                try FileSystem.requireReadable(files.certificate)
            }
            try configuration.checking(secret, over: webKey) { try FileSystem.requireReadable(files.key) }
            return files
        case (nil, nil): return nil
        case (let certificate, _):
            let alone = certificate == nil ? secret : chain
            throw configuration.located(ConfigurationError.keyWithoutCertificate, of: alone)
        }
    }

    /// A logger on standard error that hides the values that pipelines take from files, and escapes what peers sent.
    static func logger(_ label: String, _ level: Logger.Level) -> Logger {
        var logger = Logger(label: label) { label in
            RewritingLogHandler(label: label) { PipelineSecrets.hiding(in: $0).escaped() }
        }
        logger.logLevel = level
        return logger
    }
}

extension InboxSettings {
    /// Puts files of peers into the node's own folder.
    init(home: NodeHome) {
        self.init(directory: home.path.appending("received"))
    }
}
