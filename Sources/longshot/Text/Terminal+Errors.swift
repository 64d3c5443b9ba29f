// SPDX-License-Identifier: Apache-2.0
import Camera
import GStreamer
import Pipelines
import Wire

extension Terminal {
    /// The text for an error: one line, unless nothing of it comes from another node.
    static func words(for error: any Error) -> String {
        switch error {
        case is CancellationError: "interrupted"
        case let problem as Problem: problem.detail.escaped()
        case is CaptureError, is ConfigurationError, is GStreamerError, is PipelineError, is SetupError: "\(error)"
        default: "\(error)".escaped(keeping: ["\t"])
        }
    }
}
