// SPDX-License-Identifier: Apache-2.0
import NIOCore
import Synchronization

/// What a node's ports are short of, for its state: connections that were turned away, or had to wait.
final class Scarcity: Sendable {
    /// How long after the last such connection the state still says so.
    static let memory = TimeAmount.minutes(1)

    private let last = Mutex<(reason: String, at: NIODeadline)?>(nil)

    /// A connection was turned away, or has to wait, for this reason.
    func note(_ reason: String, at now: NIODeadline = .now()) { last.withLock { $0 = (reason, now) } }

    /// The last reason, unless a minute has passed since.
    func reason(at now: NIODeadline = .now()) -> String? {
        guard let last = last.withLock({ $0 }), now < last.at + Self.memory else { return nil }
        return "too many connections: new ones are closed or wait: \(last.reason)"
    }
}
