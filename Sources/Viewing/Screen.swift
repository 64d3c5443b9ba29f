// SPDX-License-Identifier: Apache-2.0
import GStreamer
package import Logging
package import Media
package import Pipelines
import Synchronization

/// A screen of the camera's own, which shows what it sees: a pipeline of its own that may fail without harm to anything else.
package final class Screen: AccessUnitOutput {
    /// How long it waits before it tries again, when there is no screen.
    private static let pause = Duration.seconds(5)

    private let file: PipelineFile
    private let logger: Logger
    private let feed = Mutex<UnitFeed?>(nil)

    /// A screen that is fed by the pipeline file of a name.
    ///
    /// Throws when there is none, or it is for something else.
    package init(_ name: String, library: PipelineLibrary, logger: Logger) throws {
        (file, self.logger) = (try library.find(name), logger)
        try PipelineCheck.require(file, as: .screen)
    }

    /// Shows a frame; never waits.
    package func send(_ unit: FormattedAccessUnit, epoch: Int) {
        guard let format = unit.format, let feed = feed.withLock({ $0 }) else { return }
        feed.send(unit.unit, format, epoch: epoch)
    }

    /// Shows what comes, until cancelled.
    package func run() async {
        while !Task.isCancelled {
            do {
                let pipeline = try file.makePipeline()
                try await UnitFeed.play(pipeline, from: "access_units") { new in feed.withLock { $0 = new } }
            } catch {
                logger.warning("the screen shows nothing", metadata: ["error": "\(error)"])
                try? await Task.sleep(for: Screen.pause)
            }
        }
    }
}
