// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemPackage
import Trust

/// Who this user is to nodes, and the nodes that have let them in: the command line is a remote like any other.
struct RemoteHome {
    let identity: NodeIdentity
    let peers: PeerStore

    /// The folder of this user; made at the first need.
    init() throws {
        let path = NodeHome(nil, usually: "remote").path
        try FileManager.default.createDirectory(
            atPath: path.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        identity = try NodeIdentity.open(home: path)
        peers = try PeerStore(home: path)
    }

    /// A node of this machine that commands others itself.
    init(node home: FilePath) throws {
        guard FileManager.default.fileExists(atPath: home.appending("identity").string) else {
            throw TargetError.noNode(home.string)
        }
        identity = try NodeIdentity.open(home: home)
        peers = try PeerStore(home: home)
    }

    /// The peer that a person means: an id, its beginning, or a name.
    func peer(_ named: String) throws -> Peer? {
        let known = peers.peers.filter { !$0.isRevoked }
        let found = known.filter { $0.name.text == named || $0.id.text == named }
        if let only = found.first, found.count == 1 { return only }
        let beginnings = known.filter { named.count >= 4 && $0.id.text.hasPrefix(named.lowercased()) }
        guard beginnings.count < 2, found.isEmpty else {
            throw ValidationFailure.ambiguous(named, (found + beginnings).map(\.id.short))
        }
        return beginnings.first
    }
}

/// A name that cannot be resolved.
enum ValidationFailure: Error, CustomStringConvertible {
    case ambiguous(String, [String])

    var description: String {
        switch self {
        case .ambiguous(let name, let ids):
            "“\(name)” may be any of \(ids.joined(separator: ", ")): give the beginning of the id"
        }
    }
}
