// SPDX-License-Identifier: Apache-2.0

/// Asks a camera where a tag is: the body of `POST /v1/nearby`.
package struct NearbyRequest: Codable, Sendable, Equatable {
    /// The lengths that a tag's side can have, in metres.
    package static let sizes = 0.01...2.0
    /// The sizes of a token in characters.
    package static let tokens = 16...128

    /// A random text by which the camera names this request's updates; it ends with the session.
    package var token: String
    /// The side of the tag's black square in metres.
    package var size: Double
    /// How wrong that may be, as a part of it; nil for not at all.
    package var sizeUncertainty: Double?
    /// The number of a tag that is printed already, up to 586; nil for one that no other session has.
    package var tag: Int?

    /// A request; see the properties.
    package init(token: String = RandomID.fresh(), size: Double, sizeUncertainty: Double? = nil, tag: Int? = nil) {
        (self.token, self.size, self.sizeUncertainty, self.tag) = (token, size, sizeUncertainty, tag)
    }
}

/// Changes a session: the body of `PATCH /v1/nearby/{id}`.
package struct NearbyChange: Codable, Sendable, Equatable {
    /// The side of the tag's black square in metres, if it was corrected.
    package var size: Double?
    /// Whether the peer shows the tag now: false while its page is in the background.
    package var isShown: Bool?

    /// A change; see the properties.
    package init(size: Double? = nil, isShown: Bool? = nil) {
        (self.size, self.isShown) = (size, isShown)
    }
}

/// A session of ranging: the answer of `POST /v1/nearby`.
package struct NearbySession: Codable, Sendable, Equatable {
    /// Its id.
    package var id: String
    /// The camera's token, which belongs to the peer's.
    package var token: String
    /// The number of the tag that stands for the peer, in the family tag36h11.
    package var tag: Int
    /// The side of the tag's black square in metres.
    package var size: Double
    /// The lens that is used.
    package var lens: LensReport

    /// A session; see the properties.
    package init(id: String, token: String, tag: Int, size: Double, lens: LensReport) {
        (self.id, self.token, self.tag, self.size, self.lens) = (id, token, tag, size, lens)
    }
}
