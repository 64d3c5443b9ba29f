// SPDX-License-Identifier: Apache-2.0

/// What a session with the daemon says to the one who supervises it.
enum LinkState: Sendable, Equatable {
    /// It does its work.
    case up
    /// It will do its work as soon as the daemon appears.
    case waiting(DiscoveryError)
    /// It is of no use any more: close it, and open it again later.
    case failed(DiscoveryError)
}
