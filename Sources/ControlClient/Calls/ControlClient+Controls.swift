// SPDX-License-Identifier: Apache-2.0
import NIOHTTP1
package import Wire

/// A camera's controls.
extension ControlClient {
    /// The current state of all controls.
    package func controls() async throws -> ControlSheet {
        try await answer(Request(.GET, "controls"))
    }

    /// Changes controls; returns the state of all controls after the change.
    package func changeControls(_ change: ControlChange) async throws -> ControlSheet {
        try await answer(Request(.PATCH, "controls").sending(change))
    }
}
