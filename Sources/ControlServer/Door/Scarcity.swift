// SPDX-License-Identifier: Apache-2.0
import NIOCore
import Synchronization

/// Shortages of connections on a node's ports, for the node's state.
final class Scarcity: Sendable {
    /// How long the state reports a shortage.
    static let memory = TimeAmount.minutes(1)

    private let last = Mutex<(reason: String, at: NIODeadline)?>(nil)

    /// Stores the reason for which a connection was closed or has to wait.
    func note(_ reason: String, at now: NIODeadline = .now()) { last.withLock { $0 = (reason, now) } }

    /// The last reason; nil after a minute.
    func reason(at now: NIODeadline = .now()) -> String? {
        guard let last = last.withLock({ $0 }), now < last.at + Self.memory else { return nil }
        return "too many connections: new ones are closed or wait: \(last.reason)"
    }
}
