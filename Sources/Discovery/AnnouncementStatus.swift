// SPDX-License-Identifier: Apache-2.0

/// How announcing goes.
package enum AnnouncementStatus: Sendable, Equatable {
    /// The node can be found under this instance name.
    case announced(as: String)
    /// Another node holds the name; this one goes by another from now on.
    case renamed(from: String, to: String)
    /// Nobody can find the node by itself just now.
    ///
    /// Said once; announcing goes on by itself when the reason is gone.
    case unavailable(DiscoveryError)
}
