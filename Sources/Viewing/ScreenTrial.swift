// SPDX-License-Identifier: Apache-2.0
import GStreamer
package import Pipelines
import Subprocess
import SystemPackage

/// Tries a screen's pipeline in another process first: some of GStreamer's sinks crash where there is no screen.
package enum ScreenTrial {
    /// A screen whose pipeline crashed.
    struct Crash: Error, CustomStringConvertible {
        /// The name of the pipeline file.
        let name: String
        let signal: Int32

        var description: String {
            "its pipeline \(name) crashed with signal \(signal) in a trial: its sink does not work on this machine; choose another sink "
                + "in a screen pipeline of your own"
        }
    }

    /// Tries it.
    ///
    /// Throws if that process crashes. What it only refuses will be said when it is played.
    static func run(_ name: String, home: FilePath) async throws {
        // With all variables: the sink needs those of the display.
        let result = try await Subprocess.run(
            .path("/proc/self/exe"), arguments: ["screen-trial", "--home", home.string, name], output: .discarded,
            error: .discarded)
        if case .signaled(let signal) = result.terminationStatus { throw Crash(name: name, signal: signal) }
    }

    /// Plays the pipeline for a moment, without a picture.
    package static func play(_ name: String, library: PipelineLibrary) async throws {
        try await library.find(name).makePipeline().playing { _ in try await Task.sleep(for: .milliseconds(300)) }
    }
}
