// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Tasks
import Wire

/// The start of a unit's node.
enum NodeStart {
    private static let limit = Duration.seconds(30)
    /// How long a node that answers may be without its job.
    private static let patience = Duration.seconds(5)

    /// Waits until the node answers; returns why its health is red.
    static func wait(for unit: ServiceUnit) async throws -> [String] {
        defer { Terminal.endProgress() }
        do {
            let state: NodeState = try await withTimeout(limit) {
                var answered: ContinuousClock.Instant?
                while true {
                    Terminal.progress("waiting until the \(unit.role.rawValue) answers …")
                    if let state = await answer(of: unit) {
                        let since = answered ?? .now
                        // A camera needs a moment for its first picture.
                        if state.health != .red || .now - since > patience { return state }
                        answered = since
                    }
                    try await Task.sleep(for: .milliseconds(200))
                }
            }
            return state.health == .red ? state.reasons : []
        } catch is TimedOut {
            throw SetupError.silent(unit, seconds: limit.components.seconds)
        }
    }

    /// Nil while the node does not answer.
    private static func answer(of unit: ServiceUnit) async -> NodeState? {
        // Before its first start a node has no key, and this process must not make one.
        guard let target = try? await Target(home: unit.home) else { return nil }
        return try? await target.withClient { try await $0.state() }
    }
}
