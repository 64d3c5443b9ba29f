// SPDX-License-Identifier: Apache-2.0
import Synchronization
import TestSupport

/// What a server of a test was asked for.
final class Asked: Sendable {
    private let targets = Mutex<Set<String>>([])

    /// Remembers a request.
    func note(_ request: HostileServer.Request) {
        targets.withLock { _ = $0.insert(String(request.target.prefix { $0 != "?" })) }
    }

    /// Whether a path was asked for.
    func has(_ path: String) -> Bool { targets.withLock { $0.contains(path) } }
}
