// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import Logging
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

    @Flag(help: "Neither announce the node on the local network nor look for others.")
    var noDiscovery = false

    @Option(help: "trace, debug, info, notice, warning, error or critical.")
    var logLevel: String?

    mutating func validate() throws {
        if let port, !(0...65_535).contains(port) {
            throw ValidationError("--port must be from 0 to 65535, not \(port)")
        }
    }

    /// Opens the node's home: flags over environment over file over defaults.
    func frame(
        _ home: NodeHome, role: NodeDescription.Role, _ configuration: NodeConfiguration, logger: Logger
    ) throws -> NodeFrame {
        let host = host ?? configuration.string(.host) ?? "::"
        return try NodeFrame(
            home, role: role, name: name ?? configuration.string(.name), host: host,
            // Who listens on this machine only has nobody to find and to be found by.
            isOnNetwork: try !noDiscovery && configuration.bool(.discovery) ?? true && !NodeFrame.isLoopback(host),
            logger: logger)
    }

    /// A logger on standard error.
    func logger(_ label: String, configured: String?) throws -> Logger {
        let name = logLevel ?? configured ?? "info"
        guard let level = Logger.Level(rawValue: name) else {
            throw ConfigurationError.badValue(key: "log-level", reason: "there is no level \"\(name)\"")
        }
        var logger = Logger(label: label) { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = level
        return logger
    }
}
