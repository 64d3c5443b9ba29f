// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Trust
import SystemPackage
import Wire

struct PairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair", abstract: "Let a node or a person in, change what they may do, throw them out.",
        discussion: """
            On the node that is to let somebody in: `longshot pair open`. On the other: `longshot pair join`, with what \
            the first one shows. Both show the same four words; the owner looks, and decides.
            Grants: view (see), shoot (take stills), record (fetch and record), send (hand over files), admin (let others in).
            On a recorder, view:CAMERA shows this camera and no other; several such grants add up.
            """,
        subcommands: [
            PairOpenCommand.self, PairJoinCommand.self, Approve.self, Deny.self, List.self, Grant.self, Revoke.self,
            Rename.self,
        ])

    struct Approve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Approve the candidate at a node's pairing window.")

        @OptionGroup var target: AnyTarget

        @Option(
            help:
                "What it may do. (grants with commas between; default: what it asks for, without admin, and what it may already)",
            completion: .grants, transform: GrantList.init(reading:))
        var grants: GrantList?

        @Option(help: "What to call it. (a text; default: what it calls itself)")
        var name: PeerName?

        @Option(help: "The words on its screen, to be certain who it is. (four words; default: not compared)")
        var words: String?

        mutating func run() async throws {
            let node = target.addition
            try await target.withClient { client in
                guard let waiting = try await client.pairing().candidate else {
                    throw Problem.conflict("no candidate waits at this node's window")
                }
                if let words, words.split(separator: " ").map(String.init) != waiting.words {
                    throw Problem.conflict("the candidate shows other words: \(waiting.words.joined(separator: " "))")
                }
                let rights = try await grants?.rights(on: client, node) ?? waiting.usual
                try await client.decide(
                    PairingDecision(
                        session: waiting.session, approve: true, grants: rights.grants, viewOf: rights.bound,
                        name: name))
                Terminal.say("paired with \(name ?? waiting.name): \(rights)")
                if grants == nil, !waiting.wants.isDisjoint(with: .admin) {
                    Terminal.complain(
                        "it asks for admin too, which is given only by name: `longshot pair grant\(node)`")
                }
            }
        }
    }

    struct Deny: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Refuse the candidate and close the pairing window.")

        @OptionGroup var target: AnyTarget

        mutating func run() async throws {
            try await target.withClient { client in
                let window = try await client.pairing()
                if let waiting = window.candidate {
                    try await client.decide(PairingDecision(session: waiting.session, approve: false))
                    Terminal.say("refused \(ShownName(waiting.name.text)); the window is closed")
                } else {
                    try await client.closePairing()
                    let wasOpen = ![.idle, .closed].contains(window.phase)
                    Terminal.say("nobody waits here; \(wasOpen ? "the window is closed now" : "no window is open")")
                }
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show who was let in.")

        @OptionGroup var target: AnyTarget

        @Flag(help: "Show instead the nodes that have let this user in.")
        var mine = false

        @Flag(help: "Report as JSON.")
        var json = false

        private struct Row: Encodable {
            private enum CodingKeys: String, CodingKey {
                case isConnected = "connected"
            }

            let peer: Peer
            /// Nil if the node does not say so, or does not run.
            let isConnected: Bool?

            func encode(to encoder: any Encoder) throws {
                try peer.encode(to: encoder)
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encodeIfPresent(isConnected, forKey: .isConnected)
            }
        }

        mutating func run() async throws {
            let book = mine ? nil : try await PeerBook(target)
            let peers = try await book?.peers() ?? RemoteHome().peers.peers
            // Who may see the peers may perhaps not see the state.
            let state = (try? await book?.state()).flatMap(\.self)
            if json {
                let connected = state?.connected
                return try Terminal.say(
                    json: peers.map { Row(peer: $0, isConnected: connected?.contains($0.id.text)) })
            }
            if peers.isEmpty {
                Terminal.say(
                    mine
                        ? "this user is paired with no node: `longshot pair join` pairs; --home chooses a node of this machine"
                        : "no peers yet: `longshot pair open\(target.addition)` lets a node in")
            }
            let (ids, known) = (peers.map(\.id.text), CameraNames(peers))
            for peer in peers {
                let own =
                    mine
                    ? peer.addresses.map(\.description).joined(separator: ", ") : peer.rights.text(naming: known.name)
                let rights = peer.revocation ?? (own.isEmpty ? mine ? "no address" : "nothing" : own)
                let last = peer.lastSeen.map { ", last seen \(Format.moment($0 * 1_000_000_000))" } ?? ""
                let id = peer.id.text
                let isRefusing = state?.refusing.contains(id) == true
                let refusal =
                    peer.revocationThere(of: mine ? "this user" : "this node")
                    ?? (isRefusing ? "does not let this recorder in any more" : nil)
                let away = refusal.map { ", \($0)" } ?? last
                let seen = state?.connected.contains(id) == true ? ", connected" : away
                Terminal.say(
                    "\(peer.id.short)  \(peer.role.rawValue)  \(ShownName(peer.name.text, beside: ids))  \(rights)\(seen)"
                )
            }
        }
    }

    struct Grant: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say what a peer may do from now on, instead of what it could before.")

        @OptionGroup var target: AnyTarget

        @Argument(help: "The peer's name, or the beginning of its id.", completion: .peer)
        var peer: String

        @Argument(
            help:
                "What it may do: view, view:CAMERA, shoot, record, send, admin, with commas between; none for nothing. After a plus sign, it may that too.",
            completion: .grants, transform: GrantChange.init(reading:))
        var grants: GrantChange

        mutating func run() async throws {
            let book = try await PeerBook(target)
            let node = target.addition
            let peer = try await book.peer(peer, node)
            let rights = grants.rights(from: peer.rights, try await book.rights(grants.list, node))
            try await book.edit(peer, PeerEdit(grants: rights.grants, viewOf: rights.bound))
            let known = CameraNames(rights.bound ?? peer.rights.bound == nil ? [] : try await book.peers())
            Terminal.say(rights.change(of: peer.name.text, from: peer.rights, naming: known))
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Throw peers out, at once.")

        @OptionGroup var target: AnyTarget

        @Argument(help: "The names of the peers, or the beginnings of their ids.", completion: .peer)
        var peers: [String]

        mutating func run() async throws {
            let book = try await PeerBook(target)
            // An unknown name revokes nobody.
            var found: [Peer] = []
            for name in peers { found.append(try await book.peer(name, target.addition)) }
            for peer in found {
                try await book.revoke(peer)
                Terminal.say("revoked \(ShownName(peer.name.text))")
                let recorder = Target.addition("recorder", target.node, home: target.home)
                for recording in try await book.openRecordings(of: peer) {
                    Terminal.say(
                        "its recording \(recording) is still open: `longshot record stop \(recording)\(recorder)` ends it here, and pairing "
                            + "them again lets it go on")
                }
            }
        }
    }

    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Call a peer something else.")

        @OptionGroup var target: AnyTarget

        @Argument(help: "The peer's name, or the beginning of its id.", completion: .peer)
        var peer: String

        @Argument(help: "What to call it. (a name of 1 to 128 bytes in one line)")
        var name: PeerName

        mutating func run() async throws {
            let book = try await PeerBook(target)
            let peer = try await book.peer(peer, target.addition)
            // Two peers of one name could only be told apart by their ids.
            let other = try await book.peers().first { $0.name == name && $0.id != peer.id && !$0.isRevoked }
            if let other {
                throw Problem.conflict(
                    "another peer is called \(ShownName(name.text)), id \(other.id.short): choose another name")
            }
            try await book.edit(peer, PeerEdit(name: name))
            Terminal.say("\(ShownName(peer.name.text)) is now called \(ShownName(name.text))")
        }
    }
}

extension PeerName: ExpressibleByArgument {
    /// Accepts a name without changing it.
    public init?(argument: String) {
        guard let name = try? PeerName(argument) else { return nil }
        self = name
    }
}
