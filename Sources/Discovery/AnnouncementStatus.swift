// SPDX-License-Identifier: Apache-2.0

/// The status of an announcement.
package enum AnnouncementStatus: Sendable, Equatable {
    /// The node can be found under this instance name.
    case announced(as: String)
    /// Another node has the name; this node uses another one from now on.
    case renamed(from: String, to: String)
    /// Other nodes cannot find this node now.
    ///
    /// Reported once; announcing resumes when the reason is gone.
    case unavailable(DiscoveryError)
}
