// SPDX-License-Identifier: Apache-2.0

/// The identity of a node: the answer of `GET /v1/node`.
package struct NodeDescription: Codable, Sendable, Equatable {
    /// What a node does.
    package enum Role: String, Codable, Sendable {
        /// Captures, streams and takes stills.
        case camera
        /// Records cameras and keeps files.
        case recorder
    }

    /// The node's permanent id, created at its first start.
    package var id: String
    /// The name that its owner gave it.
    package var name: String
    /// Its role.
    package var role: Role
    /// The program's version.
    package var version: String
    /// The names of what it supports (`live-udp`, `live-tcp`, `stills`, `archive-lane`); never inferred from versions.
    package var capabilities: [String]

    /// Describes a node.
    package init(id: String, name: String, role: Role, version: String, capabilities: [String]) {
        (self.id, self.name, self.role) = (id, name, role)
        (self.version, self.capabilities) = (version, capabilities)
    }
}
