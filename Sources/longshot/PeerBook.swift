// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Foundation
import SystemPackage
import Trust
import Wire

/// Whom a node knows: asked of the node while it runs, read from its home while it does not.
enum PeerBook {
    case running(Target)
    case resting(PeerStore)

    /// The book of a node's home.
    init(home: FilePath) async throws {
        if let target = try? await Target(home: home), (try? await target.withClient { try await $0.node() }) != nil {
            self = .running(target)
        } else {
            guard FileManager.default.fileExists(atPath: home.appending("identity").string) else {
                throw TargetError.notRunning(home.string)
            }
            self = .resting(try PeerStore(home: home))
        }
    }

    /// The book that a person means.
    init(_ options: AnyTarget) async throws {
        if let home = options.home {
            self = try await PeerBook(home: NodeHome(home, usually: "").path)
        } else {
            self = .running(try await options.find())
        }
    }

    /// Everybody who was ever let in.
    func peers() async throws -> [Peer] {
        switch self {
        case .running(let target): try await target.withClient { try await $0.peers() }
        case .resting(let store): store.peers
        }
    }

    /// The peer that a person means: a name, an id or its beginning.
    func peer(_ named: String) async throws -> Peer {
        let peers = try await peers()
        // A camera that was replaced has left its name to another one.
        let found =
            try NamedChoice.find(named, in: peers.filter { !$0.isRevoked }, id: \.id.text) { [$0.name.text] }
            ?? NamedChoice.find(named, in: peers, id: \.id.text) { [$0.name.text] }
        guard let found else { throw ValidationError("no peer is called “\(named)”: `longshot pair list`") }
        return found
    }

    /// Grants as a person writes them, with cameras by their ids.
    func rights(_ grants: GrantList) async throws -> Rights {
        grants.cameras.isEmpty ? Rights(grants.grants) : try grants.rights(among: try await peers())
    }

    /// Lets a peer in that was paired here.
    func add(_ peer: Peer) async throws {
        switch self {
        case .running(let target): try await target.withClient { try await $0.add(peer) }
        case .resting(let store): try store.add(peer)
        }
    }

    /// Changes what a peer is called or may do.
    func edit(_ peer: Peer, _ edit: PeerEdit) async throws {
        switch self {
        case .running(let target):
            _ = try await target.withClient { try await $0.edit(peer.id, edit) }
        case .resting(let store):
            try store.edit(peer.id, edit)
        }
    }

    /// Throws a peer out.
    func revoke(_ peer: Peer) async throws {
        switch self {
        case .running(let target): try await target.withClient { try await $0.revoke(peer.id) }
        case .resting(let store): try store.revoke(peer.id)
        }
    }
}
