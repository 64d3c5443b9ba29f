// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Disk
import Foundation
import SystemPackage
import Trust
import Wire

/// A node that a command talks to, and the access with which it does.
struct Target: Sendable {
    let address: NodeAddress
    let access: Access
    /// The node's role; nil for a peer that is neither a camera nor a recorder.
    let role: NodeDescription.Role?

    private init(address: NodeAddress, access: Access, peer: Peer) {
        self.init(address: address, access: access, role: NodeDescription.Role(rawValue: peer.role.rawValue))
    }

    /// Calls the body with a client; throws that the node has revoked this one, if that ended the body.
    func withClient<Result>(_ body: (ControlClient) async throws -> Result) async throws -> Result {
        try await ControlClient.withClient(address, access) { client in
            do {
                return try await body(client)
            } catch ControlClientError.broken(let address, let request, let reason) {
                throw await revocation()
                    ?? ControlClientError.broken(address: address, request: request, reason: reason)
            } catch let problem as Problem where problem.isRevoked {
                throw noted(problem)
            }
        }
    }

    /// What the node says if it has revoked this user or node; nil if it has not, or does not answer.
    ///
    /// A revoked peer loses its connections in the middle of a request: the answer to the next one, on a connection of its own, says
    /// why.
    func revocation() async -> (any Error)? {
        do {
            _ = try await ControlClient.withClient(address, access) { try await $0.node() }
        } catch let problem as Problem where problem.isRevoked {
            return noted(problem)
        } catch {
            // What it says otherwise is no news about this.
        }
        return nil
    }

    /// Keeps in this user's list of nodes that one has revoked the user.
    private func noted(_ problem: Problem) -> Problem {
        try? PeerStore(home: NodeHome(nil, usually: "remote").path)
            .noteRevocation(by: access.node.id, at: problem.revokedAt)
        return problem
    }

    /// The node of a home on this machine, as its owner.
    ///
    /// - Parameter role: the role that the command requires, for errors; nil for either.
    init(home: FilePath, as role: NodeDescription.Role? = nil) async throws {
        guard let run = try await RunFile.read(home) else { throw TargetError.notRunning(home, role) }
        address = try run.address()
        self.role = run.role
        access = Access(ownerOf: try NodeIdentity.open(home: home))
    }

    private init(address: NodeAddress, access: Access, role: NodeDescription.Role?) {
        (self.address, self.access, self.role) = (address, access, role)
    }

    /// The node that a user names; for nil, the only one there is.
    ///
    /// Prefers this user's nodes on this machine to those that the user's remote is paired with.
    ///
    /// - Parameter role: the role of that one; nil for either.
    static func find(_ named: String?, role: NodeDescription.Role?) async throws -> Target {
        guard let named else {
            let local = if let role { try await self.local(role) } else { try await locals().first }
            if let local { return local }
            let paired = try RemoteHome().peers.peers.filter { peer in
                !peer.isRevoked && (role.map { peer.role == PeerRole($0) } ?? (peer.role != .remote))
            }
            guard let only = paired.first, paired.count == 1 else {
                throw TargetError.choose(role, paired.map { "\(ShownName($0.name.text)) (\($0.id.short))" })
            }
            return try await reach(only, as: RemoteHome().identity)
        }
        return try await find(named, as: try RemoteHome())
    }

    /// The named node: one that has let the remote in, or the user's own.
    ///
    /// - Parameter isOwner: whether the remote is the user's, who owns the nodes of the usual homes.
    static func find(_ named: String, as remote: RemoteHome, isOwner: Bool = true) async throws -> Target {
        if let peer = try remote.peer(named) { return try await reach(peer, as: remote.identity) }
        guard named.contains(":") else {
            guard isOwner else { throw remote.unknown(named) }
            let own = try await described()
            for (target, node) in own
            where try NamedChoice.find(named, in: [node], id: \.id, names: { [$0.name] }) != nil {
                return target
            }
            throw try await unknown(named, besides: remote, own: own.map(\.node.name))
        }
        let address = try NodeAddress(named)
        let shown = try await CertificateProbe.certificate(at: address, as: remote.identity)
        for own in isOwner ? try await locals() : [] where own.access.node == shown {
            return Target(address: address, access: own.access, role: own.role)
        }
        let peer = try remote.peer(showing: shown, at: address)
        return Target(address: address, access: Access(as: remote.identity, to: peer.certificate), peer: peer)
    }

    /// The node of this role that runs in one of its usual homes.
    static func local(_ role: NodeDescription.Role) async throws -> Target? {
        guard let home = try await localHome(role) else { return nil }
        return try await Target(home: home)
    }

    /// The error for a name that neither a node of this user nor a paired one has.
    ///
    /// - Parameter own: the names of the user's own nodes that answer.
    private static func unknown(
        _ named: String, besides remote: RemoteHome, own: [String]
    ) async throws -> any Error {
        if let problem = try await unpaired(named) { return problem }
        var unknown = remote.unknown(named, besides: own)
        for role in [NodeDescription.Role.camera, .recorder] where try await localHome(role) == nil {
            guard FileSystem.exists(NodeHome.usual(for: role)[0].appending("identity")) else { continue }
            unknown.hint +=
                "\(unknown.hint.isEmpty ? "" : " ")The \(role.rawValue) of this machine does not run: "
                + "`longshot \(role.rawValue)` starts it."
        }
        return unknown
    }

    /// The error for the name of a node that only the nodes of this machine are paired with, not this user; nil for another name.
    private static func unpaired(_ named: String) async throws -> Problem? {
        let own = await PinnedNodes().own
        for role in [NodeDescription.Role.camera, .recorder] {
            for home in NodeHome.usual(for: role) {
                let peers = ((try? PeerStore(home: home).peers) ?? []).filter { peer in
                    !peer.isRevoked && peer.role != .remote && !own.contains(peer.id)
                }
                let found = try NamedChoice.find(named, in: peers, id: \.id.text, names: { [$0.name.text] })
                guard let found else { continue }
                let name = ShownName(found.name.text)
                return Problem.notFound(
                    "the \(role.rawValue) of this machine is paired with \(name), and this user is not: `longshot pair open` on "
                        + "\(name) and `longshot pair join --as remote` here pair them. `longshot pair list --mine` lists the nodes "
                        + "that this user is paired with")
            }
        }
        return nil
    }

    /// The user's own nodes that run in the usual homes and answer.
    static func described() async throws -> [(target: Target, node: NodeDescription)] {
        var found: [(Target, NodeDescription)] = []
        for own in try await locals() {
            if let node = try? await own.withClient({ try await $0.node() }) { found.append((own, node)) }
        }
        return found
    }

    /// The user's own nodes that run in the usual homes: a camera and a recorder at most.
    static func locals() async throws -> [Target] {
        var found: [Target] = []
        for role in [NodeDescription.Role.camera, .recorder] {
            if let own = try await local(role) { found.append(own) }
        }
        return found
    }

    /// The usual home in which a node of this role runs.
    static func localHome(_ role: NodeDescription.Role) async throws -> FilePath? {
        for home in NodeHome.usual(for: role) where try await RunFile.read(home) != nil { return home }
        return nil
    }

    /// A paired node, at the first of its addresses that answers with its certificate, or on this machine.
    static func reach(_ peer: Peer, as identity: NodeIdentity) async throws -> Target {
        // Who only ever came here has left no address.
        if peer.addresses.isEmpty, let own = try await locals().first(where: { $0.access.node == peer.certificate }) {
            return Target(address: own.address, access: Access(as: identity, to: peer.certificate), peer: peer)
        }
        var failure: any Error = TargetError.noAddress(peer.name.text)
        for address in peer.addresses {
            do {
                let address = try NodeAddress(address.description)
                let shown = try await CertificateProbe.certificate(at: address, as: identity)
                guard shown == peer.certificate else {
                    throw ControlClientError.impostor(address: "\(address)", expected: peer.id.short)
                }
                return Target(address: address, access: Access(as: identity, to: shown), peer: peer)
            } catch {
                failure = error
            }
        }
        throw failure
    }
}
