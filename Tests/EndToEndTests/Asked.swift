// SPDX-License-Identifier: Apache-2.0
import Synchronization
import TestSupport

/// The paths that were requested from a test's server.
final class Asked: Sendable {
    private let targets = Mutex<Set<String>>([])

    func note(_ request: HostileServer.Request) {
        targets.withLock { _ = $0.insert(String(request.target.prefix { $0 != "?" })) }
    }

    /// Whether a path was requested.
    func has(_ path: String) -> Bool { targets.withLock { $0.contains(path) } }
}
