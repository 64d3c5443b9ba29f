// SPDX-License-Identifier: Apache-2.0

/// A node that announces itself on the local network, with all addresses that were found.
///
/// Nothing here is proven. Two instance names with the same `id` stay two nodes: at least one is an impostor, and only the key of a
/// connection tells which.
package struct FoundNode: Sendable, Hashable, Identifiable {
    /// Identifies a node across sightings.
    package struct ID: Sendable, Hashable {
        /// The name of the service instance.
        package let instance: String
        /// The node id that it claims.
        package let node: String
    }

    /// Its announcement.
    package let advertisement: Advertisement
    /// The name of its host, such as `hut.local`, cleaned.
    package let hostName: String
    /// Its addresses, the one to try first in front; never empty.
    package let addresses: [FoundAddress]
    /// Whether it runs on this machine.
    package let isLocal: Bool

    /// Describes a node without checking it.
    package init(advertisement: Advertisement, hostName: String, addresses: [FoundAddress], isLocal: Bool) {
        (self.advertisement, self.hostName) = (advertisement, hostName)
        (self.addresses, self.isLocal) = (addresses, isLocal)
    }

    /// The instance name together with the claimed node id.
    package var id: ID { ID(instance: advertisement.instance, node: advertisement.id) }
}
