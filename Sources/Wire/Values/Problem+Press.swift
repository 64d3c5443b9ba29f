// SPDX-License-Identifier: Apache-2.0

extension Problem {
    /// Throws a problem 400 if the moment of a press cannot be on the node's clock, or lies more than a minute ahead.
    ///
    /// - Parameters:
    ///   - pressedAt: the press, by the monotonic clock of the node, in nanoseconds; nil is not checked.
    ///   - arrival: when the request came, by the same clock.
    ///   - node: whose clock it must be: `the camera` or `this recorder`.
    package static func check(press pressedAt: Int64?, at arrival: Int64, of node: String) throws(Problem) {
        guard (0...arrival + 60_000_000_000).contains(pressedAt ?? 0) else {
            throw .badRequest("pressedAt must be on \(node)'s clock (GET /v1/time), at most a minute ahead of it")
        }
    }
}
