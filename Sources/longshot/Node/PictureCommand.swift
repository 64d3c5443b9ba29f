// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Sandbox
import SystemPackage
import Viewing

/// Makes a small JPEG of one picture; a recorder starts it for each picture of a peer.
struct PictureCommand: ConfinedCommand {
    static let network = Sandbox.Network.none
    static let configuration = CommandConfiguration(
        commandName: "picture", abstract: "Decode one picture; a recorder starts this by itself.",
        shouldDisplay: false)

    @Option(help: "The node's folder.")
    var home: String

    mutating func run() async throws {
        try await PictureProcess.run(home: FilePath(home))
    }
}
