// SPDX-License-Identifier: Apache-2.0

/// An event about the nodes of the local network.
package enum BrowserEvent: Sendable, Equatable {
    /// Why a node has vanished.
    package enum Departure: Sendable, Hashable {
        /// It said goodbye.
        case goodbye
        /// It stopped answering without a goodbye.
        case timeout
        /// Unknown: the daemon that searches for it went away.
        case daemonGone
    }

    /// Why a service of Longshot's type is not listed.
    package enum Omission: Sendable, Equatable {
        /// Its announcement is invalid.
        case malformed(AdvertisementError)
        /// Its name is listed, but its address cannot be resolved.
        case noAnswer
        /// The limit of nodes is reached.
        case crowded(limit: Int)
    }

    /// A node is there.
    case appeared(FoundNode)
    /// Its announcement or its addresses changed.
    case changed(FoundNode)
    /// It is gone; as it was last seen.
    case vanished(FoundNode, Departure)
    /// A service of Longshot's type is not listed; its cleaned name.
    case omitted(name: String, Omission)
    /// All services that answer at once have been reported.
    ///
    /// Comes once after each start of browsing.
    case settled
    /// Nodes cannot be found now.
    ///
    /// Reported once; browsing resumes when the reason is gone.
    case unavailable(DiscoveryError)
}
