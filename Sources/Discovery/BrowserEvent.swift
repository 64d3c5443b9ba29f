// SPDX-License-Identifier: Apache-2.0

/// What happens among the nodes of the local network.
package enum BrowserEvent: Sendable, Equatable {
    /// Why a node is no longer there.
    package enum Departure: Sendable, Hashable {
        /// It said that it goes.
        case goodbye
        /// It no longer answers, and said nothing.
        case timeout
        /// Nobody knows: the daemon that looks for it went away.
        case daemonGone
    }

    /// Why something that calls itself a Longshot node is not listed.
    package enum Omission: Sendable, Equatable {
        /// What it announces is not what a node announces.
        case malformed(AdvertisementError)
        /// It is on the list of names but does not say where it is.
        case noAnswer
        /// As many nodes as this are known, and no more are looked at.
        case crowded(limit: Int)
    }

    /// A node is there.
    case appeared(FoundNode)
    /// It announces something else, or can be reached in other ways.
    case changed(FoundNode)
    /// It is gone; as it was seen last.
    case vanished(FoundNode, Departure)
    /// A service of our type is not listed, under the cleaned name that it has.
    case omitted(name: String, Omission)
    /// Everything that answers at once has been reported.
    ///
    /// Comes once after each start of browsing.
    case settled
    /// Nodes cannot be found just now.
    ///
    /// Said once; browsing goes on by itself when the reason is gone.
    case unavailable(DiscoveryError)
}
