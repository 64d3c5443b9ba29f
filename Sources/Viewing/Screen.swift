// SPDX-License-Identifier: Apache-2.0
import GStreamer
package import Logging
package import Media
package import Pipelines
import Synchronization
package import SystemPackage

/// A local screen that shows the camera's video, in a separate pipeline whose failure affects nothing else.
package final class Screen: AccessUnitOutput {
    /// The retry delay after the screen's pipeline failed.
    private static let pause = Duration.seconds(5)

    private let file: PipelineFile
    private let home: FilePath
    private let logger: Logger
    private let feed = Mutex<UnitFeed?>(nil)

    /// Creates a screen that plays the named pipeline file.
    ///
    /// Throws if there is no such file, or it is not a screen pipeline.
    ///
    /// - Parameter home: the camera's folder, whose pipelines the library has.
    package init(_ name: String, home: FilePath, library: PipelineLibrary, logger: Logger) throws {
        (file, self.home, self.logger) = (try library.find(name), home, logger)
        try PipelineCheck.require(file, as: .screen)
    }

    /// Sends a frame to the screen; never waits.
    package func send(_ unit: FormattedAccessUnit, epoch: Int) {
        guard let format = unit.format, let feed = feed.withLock({ $0 }) else { return }
        feed.send(unit.unit, format, epoch: epoch)
    }

    /// Runs the pipeline until cancelled; restarts it after a failure.
    package func run() async {
        while !Task.isCancelled {
            do {
                try await ScreenTrial.run(file.name, home: home)
                let pipeline = try file.makePipeline()
                try await UnitFeed.play(pipeline, from: "access_units") { new in feed.withLock { $0 = new } }
            } catch {
                logger.warning("the screen shows nothing", metadata: ["error": "\(error)"])
                try? await Task.sleep(for: Screen.pause)
            }
        }
    }
}
