// SPDX-License-Identifier: Apache-2.0

/// Who a node is: the answer of `GET /v1/node`.
package struct NodeDescription: Codable, Sendable, Equatable {
    /// What a node does.
    package enum Role: String, Codable, Sendable {
        /// Captures, streams and takes stills.
        case camera
        /// Records cameras and keeps files.
        case recorder
    }

    /// The node's name for ever; made at its first start.
    package var id: String
    /// What its owner calls it.
    package var name: String
    /// What it does.
    package var role: Role
    /// The program's version.
    package var version: String
    /// What it can do, by name (`live-udp`, `live-tcp`, `stills`, `archive-lane`): never guessed from versions.
    package var capabilities: [String]

    /// Describes a node.
    package init(id: String, name: String, role: Role, version: String, capabilities: [String]) {
        (self.id, self.name, self.role) = (id, name, role)
        (self.version, self.capabilities) = (version, capabilities)
    }
}
