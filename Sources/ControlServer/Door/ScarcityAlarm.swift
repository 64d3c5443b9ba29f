// SPDX-License-Identifier: Apache-2.0
import Logging
import NIOCore
import Synchronization

/// Reports that a port closes connections or lets them wait; logs at most once a minute.
final class ScarcityAlarm: Sendable {
    private static let pause = TimeAmount.minutes(1)

    private let quietUntil = Mutex<NIODeadline?>(nil)
    private let logger: Logger
    private let scarcity: Scarcity

    init(_ logger: Logger, _ scarcity: Scarcity) {
        (self.logger, self.scarcity) = (logger, scarcity)
    }

    /// Stores the reason for the node's state, and logs it unless it logged less than a minute ago.
    func sound(_ reason: String) {
        let now = NIODeadline.now()
        scarcity.note(reason, at: now)
        let isDue = quietUntil.withLock { quietUntil in
            if let end = quietUntil, now < end { return false }
            quietUntil = now + Self.pause
            return true
        }
        if isDue {
            logger.error(
                "too many connections: new ones are closed or wait, everything else goes on",
                metadata: ["reason": "\(reason)"])
        }
    }
}
