// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemPackage
import Trust

/// A peer of a home on this machine, with the identity of that home.
struct KnownNode: Sendable {
    let identity: NodeIdentity
    let peer: Peer
    /// The folder of the home.
    let home: FilePath
    /// Whether the home is that of this user's remote, and not of a node.
    let isRemote: Bool

    /// Whether this is the peer's name, or the beginning of its id.
    func isNamed(_ name: String) -> Bool { name == peer.name.text || peer.id.text.hasPrefix(name.lowercased()) }

    /// The peers of a home; for nil, those of this user's remote and of the nodes in the usual homes.
    static func all(home: FilePath?, includesRevoked: Bool = false) throws -> [KnownNode] {
        let remote = NodeHome(nil, usually: "remote").path
        let homes = home.map { [$0] } ?? ["remote", "camera", "recorder"].map { NodeHome(nil, usually: $0).path }
        return try homes.filter { FileManager.default.fileExists(atPath: $0.appending("identity").string) }.flatMap {
            home in
            let identity = try NodeIdentity.open(home: home)
            return try PeerStore(home: home).peers.filter {
                $0.isRevoked ? includesRevoked : $0.role != .remote
            }.map {
                KnownNode(identity: identity, peer: $0, home: home, isRemote: home == remote)
            }
        }
    }
}
