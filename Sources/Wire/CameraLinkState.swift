// SPDX-License-Identifier: Apache-2.0

/// A recorder's link to one camera: an item of `GET /v1/cameras`, and `camera-link` events.
package struct CameraLinkState: Codable, Sendable, Equatable {
    /// The camera's address, as configured.
    package var address: String
    /// The camera's node id; nil before it has answered once.
    package var camera: String?
    /// The camera's name; nil before it has answered once.
    package var name: String?
    /// Where the link is.
    package var phase: LinkPhase
    /// Why it is suspended or lost.
    package var reason: String?

    /// A link that is being made.
    package init(address: String) {
        (self.address, phase) = (address, .connecting)
    }
}
