// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Logging
import Sandbox
import SystemPackage
import Viewing
import Wire

/// Connects browsers to a node's streams; a node starts it and talks to it over standard input and output.
struct ViewersCommand: ConfinedCommand {
    static let network = Sandbox.Network.datagrams
    static let configuration = CommandConfiguration(
        commandName: "viewers", abstract: "Send live pictures to browsers; a node starts this by itself.",
        shouldDisplay: false)

    @Option(help: "The node's folder.")
    var home: String

    mutating func run() async throws {
        let logger = Logger(label: "viewers") { label in RewritingLogHandler(label: label) { $0.escaped() } }
        try await ViewerProcess(home: FilePath(home), logger: logger).run()
    }
}
