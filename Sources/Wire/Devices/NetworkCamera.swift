// SPDX-License-Identifier: Apache-2.0

/// A camera on the network that speaks ONVIF, and the streams that it offers: an item of `POST /v1/devices/network`.
package struct NetworkCamera: Codable, Sendable, Equatable {
    /// Why its streams are not known.
    package enum Obstacle: String, Codable, Sendable {
        /// It wants a user and a password, or refuses those that were given.
        case notAuthorized = "not-authorized"
        /// It does not answer, or not in time.
        case unreachable
        /// It refused a request.
        case refused
        /// Its answer cannot be read.
        case unreadable
    }

    /// The camera's own id, usually `urn:uuid:…`; nil if it was asked by its address.
    package var id: String?
    /// The camera's name; nil if it tells none.
    package var name: String?
    /// The model; nil if it tells none.
    package var hardware: String?
    /// The host at which it answered, with a port if it was asked by one.
    package var host: String
    /// The address of its device service.
    package var service: String
    /// Its streams, the largest first; empty if it did not tell them.
    package var streams: [NetworkStream]
    /// Why its streams are not known; nil if they are.
    package var obstacle: Obstacle?
    /// The obstacle in words; nil if there is none.
    package var problem: String?

    /// Describes a camera whose streams are not known yet.
    package init(id: String? = nil, name: String? = nil, hardware: String? = nil, host: String, service: String) {
        (self.id, self.name, self.hardware) = (id, name, hardware)
        (self.host, self.service, streams) = (host, service, [])
    }
}
