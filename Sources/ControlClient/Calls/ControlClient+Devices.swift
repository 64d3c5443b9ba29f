// SPDX-License-Identifier: Apache-2.0
import NIOHTTP1
package import Wire

/// The cameras that are plugged into a camera node's machine.
extension ControlClient {
    /// All of them; takes seconds, because the node measures its encoders.
    package func devices() async throws -> [PluggedCamera] {
        try await answer(Request(.GET, "devices"), seconds: Limits.survey)
    }

    /// Makes the node capture from the camera with this path.
    package func useDevice(_ path: String) async throws -> PipelineDescription {
        try await answer(
            Request(.PUT, "devices", "active").sending(DeviceChange(path: path)), seconds: Limits.survey)
    }
}
