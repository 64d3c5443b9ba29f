// SPDX-License-Identifier: Apache-2.0

/// The body of `POST /v1/devices/network/picture`: the stream of which a picture is wanted.
package struct NetworkPicture: Codable, Sendable, Equatable {
    /// The stream's address, as the answer of `POST /v1/devices/network` has it.
    package var location: String
    /// The camera's user; nil if it asks for none.
    package var user: NetworkUser?

    /// - Parameters:
    ///   - location: the stream's address.
    ///   - user: the camera's user.
    package init(location: String, user: NetworkUser? = nil) { (self.location, self.user) = (location, user) }
}
