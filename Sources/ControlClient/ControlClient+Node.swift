// SPDX-License-Identifier: Apache-2.0
import NIOHTTP1
package import Wire

/// What every node answers.
extension ControlClient {
    /// Who the node is.
    package func node() async throws -> NodeDescription {
        try await answer(Request(.GET, "node"))
    }

    /// How the node is.
    package func state() async throws -> NodeState {
        try await answer(Request(.GET, "state"))
    }

    /// What the node's clocks say.
    package func time() async throws -> ClockReading {
        try await answer(Request(.GET, "time"))
    }

    /// How far the node's clock is from ours: the best of some exchanges.
    ///
    /// The first exchange may pay for the connection; the shortest round trip says most.
    package func clockOffset(exchanges: Int = 5) async throws -> ClockOffset {
        var best: ClockOffset?
        for _ in 0..<max(exchanges, 1) {
            let asked = ClockOffset.localMonotonic()
            let reading = try await time()
            let answered = ClockOffset.localMonotonic()
            let offset = ClockOffset(asked: asked, remote: reading.monotonic, answered: answered)
            if offset.uncertainty < best?.uncertainty ?? .max { best = offset }
        }
        return best ?? ClockOffset(nanoseconds: 0, uncertainty: .max)
    }
}
