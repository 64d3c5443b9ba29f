// SPDX-License-Identifier: Apache-2.0
import Pipelines

/// What is captured with: a pipeline file, and the values of the camera that was chosen for it.
struct CaptureText: Sendable, Equatable {
    let file: PipelineFile
    /// Values over the configured ones (`ConfiguredValues`), which name the camera and its mode; empty for the configured camera.
    var values: [String] = []
}
