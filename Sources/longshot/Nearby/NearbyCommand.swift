// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct NearbyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nearby", abstract: "Distance and direction to a peer that shows a tag to the camera.",
        discussion: """
            A tag is a printed sheet (`longshot nearby tag`), or what a phone shows on the camera's page. Calibrate the \
            camera first (`longshot calibrate`): without that, distances are guesses, and are told to be.
            """,
        subcommands: [NearbyTagCommand.self, NearbyWatchCommand.self, NearbyMeasureCommand.self])
}
