// SPDX-License-Identifier: Apache-2.0
import NIOHTTP1
package import Tasks
package import Wire

/// The routes that every node has.
extension ControlClient {
    /// The node's identity, version and capabilities.
    package func node() async throws -> NodeDescription {
        try await answer(Request(.GET, "node"))
    }

    /// The node's current state.
    package func state() async throws -> NodeState {
        try await answer(Request(.GET, "state"))
    }

    /// The node's clock readings.
    package func time() async throws -> ClockReading {
        try await answer(Request(.GET, "time"))
    }

    /// The offset of the node's monotonic clock from this machine's: what several exchanges say together.
    ///
    /// The first exchange may include the connection setup. Quick ones give a small uncertainty.
    package func clockOffset(exchanges: Int = 8) async throws -> ClockOffset {
        var known: ClockOffset?
        for _ in 0..<max(exchanges, 1) {
            let asked = monotonicNanoseconds()
            let reading = try await time()
            let answered = monotonicNanoseconds()
            let offset = ClockOffset(asked: asked, remote: reading.monotonic, answered: answered)
            known = known?.narrowed(by: offset) ?? offset
        }
        return known ?? ClockOffset(nanoseconds: 0, uncertainty: .max)
    }
}
