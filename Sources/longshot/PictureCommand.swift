// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Sandbox
import SystemPackage
import Viewing

/// Makes a small JPEG of one picture: a recorder starts it for each picture of a peer.
struct PictureCommand: AsyncParsableCommand, ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "picture", abstract: "Decode one picture; a recorder starts this by itself.",
        shouldDisplay: false)

    @Option(help: "The node's folder.")
    var home: String

    /// Of the node's home, its pipelines only: the key and the footage are beside them.
    var sandbox: Sandbox { Sandbox(reading: [home + "/pipelines"], network: .none) }

    mutating func run() async throws {
        try await PictureProcess.run(home: FilePath(home))
    }
}
