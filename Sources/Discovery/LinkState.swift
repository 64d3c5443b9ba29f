// SPDX-License-Identifier: Apache-2.0

/// The state of a session with the daemon, for its supervisor.
enum LinkState: Sendable, Equatable {
    /// It works.
    case up
    /// It will work as soon as the daemon appears.
    case waiting(DiscoveryError)
    /// It has failed: close it, and open it again later.
    case failed(DiscoveryError)
}
