// SPDX-License-Identifier: Apache-2.0

/// The peer that requests live video, and the addresses of both ends, taken from the connection.
package struct LiveParty: Sendable, Equatable {
    /// The peer's id.
    package let peer: String
    /// The peer's IP address.
    package let address: String
    /// The IP address of this machine at which the peer reached it.
    package let localAddress: String

    /// Describes a party.
    package init(peer: String, address: String, localAddress: String) {
        (self.peer, self.address, self.localAddress) = (peer, address, localAddress)
    }
}
