// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Disk
import Foundation
import SystemPackage
import Trust
import Wire

/// The peers of a node: requested from the node while it runs, otherwise read from its home.
enum PeerBook {
    case running(Target)
    /// The folder of a node that does not run, or of this user.
    case resting(FilePath)

    /// The book of a node's home.
    init(home: FilePath) async throws {
        if let target = try? await Target(home: home), (try? await target.withClient { try await $0.node() }) != nil {
            self = .running(target)
        } else {
            guard try FileStatus(home.appending("identity")) != nil else {
                throw TargetError.notRunning(home, nil)
            }
            self = .resting(home)
        }
    }

    /// The book that the options select; without options and if no node runs, that of the only node that has run on this machine.
    init(_ options: AnyTarget) async throws {
        if let home = options.home {
            self = try await PeerBook(home: NodeHome(home, usually: "").path)
            return
        }
        let homes = [NodeDescription.Role.camera, .recorder].flatMap(NodeHome.usual)
        let used = homes.filter { FileSystem.exists($0.appending("identity")) }
        // The peers of a node of this machine are meant before those of a node elsewhere.
        if options.node == nil, let home = used.first, used.count == 1, try await Target.locals().isEmpty {
            self = .resting(home)
        } else {
            self = .running(try await options.find())
        }
    }

    /// All peers, including revoked ones.
    func peers() async throws -> [Peer] {
        switch self {
        case .running(let target): try await target.withClient { try await $0.peers() }
        case .resting(let home): try PeerStore(home: home).peers
        }
    }

    /// The state of the node; nil if it does not run.
    func state() async throws -> NodeState? {
        guard case .running(let target) = self else { return nil }
        return try await target.withClient { try await $0.state() }
    }

    /// The state of the recorder of a folder; nil if no recorder runs there.
    static func state(in home: FilePath) async -> NodeState? {
        try? await PeerBook(home: home).state()
    }

    /// The names of the peers of a home by their ids, the present one first; none if it has no peers, or they may not be read.
    ///
    /// Only the running recorder knows the name of a camera that was started under another one since it was paired.
    static func names(of home: FilePath) async -> [String: [String]] {
        let links = (try? await PeerBook(home: home).state()?.cameras) ?? []
        let peers = (try? PeerStore(home: home).peers) ?? []
        let present: [(String, [String])] = links.compactMap { link in
            guard let id = link.camera, let name = link.name else { return nil }
            return (id, [name])
        }
        return Dictionary(present + peers.map { ($0.id.text, [$0.name.text]) }, uniquingKeysWith: +)
    }

    /// The ids of a camera's recordings that have not ended; none if the node does not run, or may not be asked.
    func openRecordings(of peer: Peer) async throws -> [String] {
        guard peer.role == .camera, case .running(let target) = self else { return [] }
        let recordings = try? await target.withClient { try await $0.recordings() }
        return (recordings ?? []).filter { $0.camera == peer.id.text && $0.state != .stopped }.map(\.id)
    }

    /// The peer that a user names: by name, id or the beginning of the id.
    ///
    /// - Parameter node: the options that select the node in a command, with a space before each.
    func peer(_ named: String, _ node: String) async throws -> Peer {
        let peers = try await peers()
        // A replaced camera may have the same name as its successor.
        let found =
            try NamedChoice.find(named, in: peers.filter { !$0.isRevoked }, id: \.id.text) { [$0.name.text] }
            ?? NamedChoice.find(named, in: peers, id: \.id.text) { [$0.name.text] }
        guard let found else {
            throw UnknownName(
                kind: "peer", name: named, known: peers.map(\.name.text), list: "longshot pair list\(node)")
        }
        return found
    }

    /// Grants as users write them, with cameras by their ids.
    ///
    /// - Parameter node: the options that select the node in a command, with a space before each.
    func rights(_ grants: GrantList, _ node: String) async throws -> Rights {
        grants.cameras.isEmpty ? Rights(grants.grants) : try grants.rights(among: try await peers(), node)
    }

    /// Adds a peer that was paired here.
    func add(_ peer: Peer) async throws {
        switch self {
        case .running(let target): try await target.withClient { try await $0.add(peer) }
        case .resting(let home): try Self.change(home) { try $0.add(peer) }
        }
    }

    /// Changes a peer's name or rights.
    func edit(_ peer: Peer, _ edit: PeerEdit) async throws {
        switch self {
        case .running(let target):
            _ = try await target.withClient { try await $0.edit(peer.id, edit) }
        case .resting(let home): try Self.change(home) { try $0.edit(peer.id, edit) }
        }
    }

    /// Revokes a peer.
    func revoke(_ peer: Peer) async throws {
        switch self {
        case .running(let target): try await target.withClient { try await $0.revoke(peer.id) }
        case .resting(let home):
            try Self.change(home) { try $0.revoke(peer.id, at: Int64(Date().timeIntervalSince1970)) }
        }
    }

    /// Changes the peers of a home.
    ///
    /// Throws if a node runs there: it did not answer, and would replace the change by what it has in memory.
    private static func change(_ home: FilePath, _ body: (PeerStore) throws -> Void) throws {
        try locking(home) { try body(PeerStore(home: home)) }
    }

    /// Calls the body while this process has the lock of a home; throws if a node runs there.
    static func locking(_ home: FilePath, _ body: () throws -> Void) throws {
        let lock: DirectoryLock
        do throws(DiskError) {
            lock = try DirectoryLock(home)
        } catch {
            guard case .inUse(_, let process) = error else { throw error }
            let number = process.map { " (process \($0))" } ?? ""
            throw Problem.conflict(
                "nothing was changed: a node runs in \(home)\(number) and does not answer. Try again, or stop it and try again"
            )
        }
        try withExtendedLifetime(lock) { try body() }
    }
}

extension NodeState {
    /// The ids of the peers that are connected with the node.
    var connected: Set<String> {
        Set(
            peers.filter { $0.phase == .connected }.map(\.peer)
                + cameras.filter { $0.phase == .connected }.compactMap(\.camera))
    }

    /// The ids of the cameras that do not let this recorder in any more.
    var refusing: Set<String> {
        Set(cameras.filter { $0.refusal != nil }.compactMap(\.camera))
    }
}

extension CameraLinkState {
    /// Why the camera does not let this recorder in, and since when; nil if it does, or if the link broke otherwise.
    ///
    /// Without the advice that the recorder adds to it: the commands here say more exactly what to do.
    var refusal: String? {
        guard let reason, reason.hasPrefix("revoked: ") else { return nil }
        return String(reason.dropFirst("revoked: ".count).prefix { $0 != ";" })
    }
}
