// SPDX-License-Identifier: Apache-2.0

/// The body of `POST /v1/devices/network`: which cameras are asked for their streams.
package struct NetworkSearch: Codable, Sendable, Equatable {
    /// The host to ask, with a port if it is not 80; nil for all that answer a search on the node's networks.
    package var host: String?
    /// The camera's user; only with a host, because anybody may answer a search.
    package var user: NetworkUser?

    /// - Parameters:
    ///   - host: the host to ask; nil for all.
    ///   - user: the camera's user.
    package init(host: String? = nil, user: NetworkUser? = nil) { (self.host, self.user) = (host, user) }
}
