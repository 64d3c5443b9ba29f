// SPDX-License-Identifier: Apache-2.0
import Disk
import Foundation
import SystemPackage
import Trust
import Wire

/// This user's identity and the nodes that have let the user in: the command line is a remote like any other.
struct RemoteHome {
    let identity: NodeIdentity
    let peers: PeerStore
    /// The folder.
    let path: FilePath
    /// The command that lists the peers.
    private let list: String
    /// What follows a command that a user may copy: the home, or nothing for this user's.
    private let option: String

    /// Opens this user's folder; creates it if needed.
    init() throws {
        path = NodeHome(nil, usually: "remote").path
        try FileSystem.makeDirectories(path, permissions: .ownerReadWriteExecute)
        identity = try NodeIdentity.open(home: path)
        peers = try PeerStore(home: path)
        (list, option) = ("longshot pair list --mine", "")
    }

    /// Opens the home of a node on this machine that sends commands to others.
    init(node home: FilePath) throws {
        guard FileManager.default.fileExists(atPath: home.appending("identity").string) else {
            throw TargetError.noNode(home.string)
        }
        path = home
        identity = try NodeIdentity.open(home: home)
        peers = try PeerStore(home: home)
        let option = " \(NodeHome.option(home))"
        (list, self.option) = ("longshot pair list\(option)", option)
    }

    /// The peer that a user names: by id, its beginning, or name; throws a conflict for a revoked one.
    func peer(_ named: String) throws -> Peer? {
        if let one = try NamedChoice.find(named, in: known, id: \.id.text, names: { [$0.name.text] }) { return one }
        guard let revoked = try NamedChoice.find(named, in: peers.peers, id: \.id.text, names: { [$0.name.text] })
        else {
            return nil
        }
        throw Problem.conflict(
            "\(revoked.name) was revoked here\(revoked.revocationMoment): to use it again, run `longshot pair open` there "
                + "and `longshot pair join\(option)` here")
    }

    /// The peer that showed this certificate at an address; throws how to pair with it if it is none.
    func peer(showing certificate: PinnedCertificate, at address: NodeAddress) throws -> Peer {
        do {
            return try peers.admit(certificate)
        } catch TrustError.unknownPeer(let id) {
            let (who, joining) = option.isEmpty ? ("this user", " --as remote") : ("the node of this home", option)
            throw Problem.conflict(
                "\(who) is not paired with the node at \(address) (\(id.short)): run `longshot pair open` there, and "
                    + "`longshot pair join\(joining)` here, which takes the link or the code that is shown there")
        }
    }

    /// The error for a name that no peer has.
    ///
    /// - Parameter others: the names of other nodes that could have been meant.
    func unknown(_ named: String, besides others: [String] = []) -> UnknownName {
        UnknownName(
            kind: others.isEmpty ? "paired node" : "node", name: named, known: known.map(\.name.text) + others,
            list: list)
    }

    private var known: [Peer] { peers.peers.filter { !$0.isRevoked } }
}
