// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Pipelines
import SystemPackage
import Viewing

/// Plays a screen's pipeline for a moment; a camera starts it before its own, because a sink may crash.
struct ScreenTrialCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screen-trial", abstract: "Try a screen's pipeline; a camera starts this by itself.",
        shouldDisplay: false)

    @Option(help: "The node's folder.")
    var home: String

    @Argument(help: "The pipeline file.")
    var name: String

    mutating func run() async throws {
        try await ScreenTrial.play(name, library: PipelineLibrary(home: FilePath(home)))
    }
}
