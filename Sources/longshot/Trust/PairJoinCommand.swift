// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Discovery
import Disk
import Foundation
import SystemPackage
import Trust
import Wire

struct PairJoinCommand: InterruptibleCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Pair with a node whose pairing window is open.",
        discussion: """
            With --as remote, this user's command line is paired. With --as recorder, the recorder of this machine is, \
            which then records that camera. Without --as, a terminal is asked, unless the link says who joins, or the folder \
            of --home shows what lives in it. What is left out or "-" is read from standard input, where no other user sees it.
            """)

    @Argument(help: "What the node shows: its link, its code, or its address.")
    var invitation: String?

    @Option(
        name: .customLong("as"),
        help: """
            Who joins. (remote, recorder or camera; default: what the link says, or what the home of --home is; otherwise \
            asked)
            """,
        completion: .list(PeerRole.allValueStrings), transform: PeerRole.init(reading:))
    var role: PeerRole?

    @Option(
        help: "The home of the node that joins. (a folder; default: the usual one of its role)", completion: .directory)
    var home: String?

    @Option(
        help: """
            What the joiner calls itself. (a text; default: the node's name, or the user's and this machine's)
            """)
    var name: PeerName?

    @Option(
        help: "What it would like to do there. (grants with commas between; default: what is usual for its role)",
        completion: .grants, transform: Grants.init(reading:))
    var wants: Grants?

    @Flag(help: "Report as JSON.")
    var json = false

    func carryOut() async throws {
        let input = try await PairingInput.read(invitation)
        let joiner = try await joiner(expected: input.joiner)
        let client = PairingClient(
            as: joiner.identity, name: joiner.name, role: joiner.role,
            wants: wants ?? .usual(for: joiner.role, on: joiner.role.counterpart),
            gives: .usual(for: joiner.role.counterpart, on: joiner.role), port: joiner.port)
        var (peer, granted) = try await join(client, by: input)
        // Pairing again takes nothing back that was granted here by name.
        if let before = try await joiner.book.peers().first(where: { $0.id == peer.id }) {
            peer.rights = before.rights.adding(peer.rights.grants)
        }
        try await joiner.book.add(peer)
        if json {
            return try Terminal.say(
                json: ["paired": peer.id.text, "name": peer.name.text, "granted": "\(granted)"])
        }
        let may = granted.isEmpty ? "what its owner says" : "\(granted)"
        Terminal.say("paired with \(ShownName(peer.name.text)) (\(peer.id.short)); there we may: \(may)")
    }

    private func join(
        _ client: PairingClient, by input: PairingInput
    ) async throws -> (peer: Peer, granted: Rights) {
        switch input {
        case .link(let link): return try await client.join(link, onWords: show)
        case .code(let code):
            let options = (role.map { " --as \($0.rawValue)" } ?? "") + NodeHome.addition(home)
            return try await client.join(try await PairingInput.locate(code, options), code, onWords: show)
        case .address(let address):
            let code = try PairingCode(try await Terminal.ask("Code: "))
            return try await client.join(address, code, onWords: show)
        }
    }

    private func show(_ words: [String]) {
        guard !json else { return }
        Terminal.say(
            block: "waiting for the owner, whose screen must show these words:\n\n  \(words.joined(separator: "  "))\n")
    }

    private struct Joiner {
        let identity: NodeIdentity
        let name: PeerName
        let role: PeerRole
        let book: PeerBook
        /// The port on which its node listens, or will if that is configured; nil if it is none.
        var port: UInt16?
    }

    /// - Parameter expected: who is to join, as the link says.
    private func joiner(expected: PeerRole?) async throws -> Joiner {
        let host = ProcessInfo.processInfo.hostName
        let role = try await PairingRole.find(role, home: home, expected: expected)
        guard home != nil || role != .remote else {
            let remote = try RemoteHome()
            return Joiner(
                identity: remote.identity, name: try name ?? PeerName("\(NSUserName())@\(host)"), role: .remote,
                book: .resting(remote.path))
        }
        let path = NodeHome(home, usually: role.rawValue).path
        guard role != .remote else { throw ValidationError("--home is for nodes; leave it out, or say --as recorder") }
        try NodeDescription.Role(rawValue: role.rawValue)?.requireHome(path)
        try FileSystem.makeDirectories(path)
        let identity = try NodeIdentity.open(home: path)
        let book = try await PeerBook(home: path)
        let (called, port): (String, Int)
        if case .running(let target) = book {
            (called, port) = (try await target.withClient { try await $0.node().name }, target.address.port)
        } else {
            let configuration = try NodeConfiguration(home: path)
            called = try configuration[\.name] ?? NodeName.fallback(in: path, role.rawValue)
            port = try configuration[role == .camera ? \.cameraPort : \.recorderPort]
        }
        return Joiner(
            identity: identity, name: try name ?? PeerName(called), role: role, book: book,
            port: UInt16(exactly: port).flatMap { $0 == 0 ? nil : $0 })
    }
}

extension PeerRole: ExpressibleByArgument {
    /// Reads the value of an option.
    init(reading text: String) throws {
        guard let role = PeerRole(argument: text) else { throw ValidationError("it is remote, recorder or camera") }
        self = role
    }

    /// The role of the node that usually lets this role in.
    fileprivate var counterpart: PeerRole {
        switch self {
        case .camera: .recorder
        case .recorder, .remote: .camera
        }
    }
}
