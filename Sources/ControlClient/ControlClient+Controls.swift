// SPDX-License-Identifier: Apache-2.0
import NIOHTTP1
package import Wire

/// A camera's controls.
extension ControlClient {
    /// All controls as they are now.
    package func controls() async throws -> ControlSheet {
        try await answer(Request(.GET, "controls"))
    }

    /// Changes controls; answers with all of them as they are then.
    package func changeControls(_ change: ControlChange) async throws -> ControlSheet {
        try await answer(Request(.PATCH, "controls").sending(change))
    }
}
