// SPDX-License-Identifier: Apache-2.0

/// A recorder's link to one camera: an item of `GET /v1/cameras`, and `camera-link` events.
package struct CameraLinkState: Codable, Sendable, Equatable {
    /// The camera's address, as configured.
    package var address: String
    /// The camera's node id; nil before its first answer.
    package var camera: String?
    /// The camera's name; nil before its first answer.
    package var name: String?
    /// The phase of the link.
    package var phase: LinkPhase
    /// Why it is suspended or lost.
    package var reason: String?
    /// When this recorder revoked the camera, in seconds since 1970 UTC; nil if it has not.
    @WithinIfPresent<Bounds.UTCSeconds, Int64> package var revokedAt: Int64?
    /// When the camera revoked this recorder, in seconds since 1970 UTC; nil if it has not.
    ///
    /// If the camera has not said when, this is when it first refused this recorder.
    @WithinIfPresent<Bounds.UTCSeconds, Int64> package var revokedByPeerAt: Int64?
    /// When the link broke, in nanoseconds since 1970 UTC; nil while it is connected, and if it never was.
    ///
    /// Before the recorder has connected since its start, when the camera was last there, within a minute.
    @WithinIfPresent<Bounds.UTC, Int64> package var lostSince: Int64?

    /// A link that is connecting.
    package init(address: String) {
        (self.address, phase) = (address, .connecting)
    }
}
