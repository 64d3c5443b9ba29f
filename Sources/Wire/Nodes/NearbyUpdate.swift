// SPDX-License-Identifier: Apache-2.0

/// What a camera sees of a peer: a message of `GET /v1/nearby/{id}/updates`.
package struct NearbyUpdate: Codable, Sendable, Equatable {
    /// What is known.
    package enum Phase: String, Codable, Sendable {
        /// The tag is in the picture.
        case seen
        /// The tag is not in the picture, or several are.
        case absent
        /// Nothing is looked for, for a reason; it goes on by itself.
        case suspended
        /// The tag is looked for again.
        case resumed
        /// The session is over, for a reason.
        case invalidated
    }

    /// The peer's token.
    package var token: String
    /// What is known.
    package var phase: Phase
    /// Why the search was suspended or the session is over, or why a tag in the picture does not count.
    package var reason: String?
    /// When the picture was captured, in nanoseconds since 1970 UTC by the camera's clock; nil without a picture.
    @WithinIfPresent<Bounds.UTC, Int64> package var capturedAt: Int64?
    /// The age of that picture when this was sent, in nanoseconds.
    @WithinIfPresent<Bounds.Duration, Int64> package var age: Int64?
    /// Where the peer is; nil unless it is seen.
    package var position: PeerPosition?
    /// The tag's corners, beginning at its bottom left: x and y as parts of the picture's width and height.
    package var corners: [SIMD2<Double>]?
    /// What is known of the lens.
    package var lens: LensReport?

    /// An update; see the properties.
    package init(
        token: String, phase: Phase, reason: String? = nil, capturedAt: Int64? = nil, age: Int64? = nil,
        position: PeerPosition? = nil, corners: [SIMD2<Double>]? = nil, lens: LensReport? = nil
    ) {
        (self.token, self.phase, self.reason, self.capturedAt) = (token, phase, reason, capturedAt)
        (self.age, self.position, self.corners, self.lens) = (age, position, corners, lens)
    }
}
