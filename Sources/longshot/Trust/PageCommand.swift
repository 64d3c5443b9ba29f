// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Trust
import Wire

struct PageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page", abstract: "Let a browser use a node's page, by a link that works once.",
        discussion: """
            The browser will warn that it does not know the node's certificate: compare where you are with the address \
            that is shown here, or give the node a certificate of your own with --web-certificate. What the browser is \
            called and may do, and where its QR code is written: see `longshot page link --help`.
            """,
        subcommands: [Link.self, List.self, Grant.self, Revoke.self], defaultSubcommand: Link.self)

    struct Link: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Make a link that lets one browser in.")

        @OptionGroup var target: AnyTarget

        @Option(help: "What to call the browser. (a text; default: its program, such as Chrome on Android)")
        var name: PeerName?

        @Option(
            help: "What it may do, as in `pair grant`. (grants with commas between; default: view,shoot,record)",
            completion: .grants, transform: GrantList.init(reading:))
        var grants: GrantList?

        @Option(help: "Where to write the QR code as SVG. (a file; default: nowhere)")
        var svg: String?

        @Flag(help: "Report as JSON.")
        var json = false

        mutating func run() async throws {
            let (name, grants, node) = (name, grants, target.addition)
            let invitation = try await target.withClient { client in
                try await PageLink.make(on: client, node, name: name, grants: grants)
            }
            try PageLink.show(invitation, node, svg: svg, json: json)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show which browsers were let in.")

        @OptionGroup var target: AnyTarget

        @Flag(help: "Report as JSON.")
        var json = false

        mutating func run() async throws {
            let book = try await PeerBook(target)
            let sessions = try await book.browsers()
            if json { return try Terminal.say(json: sessions) }
            if sessions.isEmpty { Terminal.say("no browser yet: `longshot page\(target.addition)` lets one in") }
            let isBounded = sessions.contains { $0.viewOf != nil }
            let known = CameraNames(isBounded ? try await book.peers() : [])
            for session in sessions {
                let may = Rights(session.grants, viewOf: session.viewOf ?? []).text(naming: known.name)
                let seen = Format.moment(session.lastSeen * 1_000_000_000)
                let program = session.program.flatMap { session.name.hasPrefix($0) ? nil : " (\($0))" } ?? ""
                Terminal.say(
                    "\(session.id)  \(session.name)\(program)  \(may.isEmpty ? "nothing" : may), last seen \(seen)")
            }
        }
    }

    struct Grant: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say what a browser may do from now on, instead of what it could before.")

        @OptionGroup var target: AnyTarget

        @Argument(help: "The browser's name or id, as `page list` has it.", completion: .browser)
        var browser: String

        @Argument(
            help:
                "What it may do: view, view:CAMERA, shoot, record, send, admin, with commas between; none for nothing. After a plus sign, it may that too.",
            completion: .grants, transform: GrantChange.init(reading:))
        var grants: GrantChange

        mutating func run() async throws {
            let (name, grants, node) = (browser, grants, target.addition)
            try await target.withClient { client in
                let session = try PageCommand.session(name, in: try await client.pageSessions(), node)
                let before = Rights(session.grants, viewOf: session.viewOf ?? [])
                let rights = grants.rights(from: before, try await grants.list.rights(on: client, node))
                let known = CameraNames(rights.bound ?? before.bound == nil ? [] : try await client.peers())
                let changed = try await client.edit(
                    pageSession: session.id, PeerEdit(grants: rights.grants, viewOf: rights.bound))
                Terminal.say(rights.change(of: changed.name, from: before, naming: known))
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Throw browsers out, at once.")

        @OptionGroup var target: AnyTarget

        @Argument(help: "The names or ids of the browsers, as `page list` has them.", completion: .browser)
        var ids: [String]

        mutating func run() async throws {
            let book = try await PeerBook(target)
            let (sessions, node) = (try await book.browsers(), target.addition)
            // An unknown name revokes nobody.
            let found = try ids.map { name in try PageCommand.session(name, in: sessions, node).id }
            if let failure = try await book.revoke(browsers: found) { throw failure }
        }
    }

    /// The browser with this name or id.
    ///
    /// - Parameter node: the options that select the node in a command, with a space before each.
    private static func session(
        _ name: String, in sessions: [BrowserSessionDescription], _ node: String
    ) throws -> BrowserSessionDescription {
        guard let one = try NamedChoice.find(name, in: sessions, id: \.id, names: { [$0.name] }) else {
            throw UnknownName(
                kind: "browser", place: "here", name: name, known: sessions.map(\.name),
                list: "longshot page list\(node)")
        }
        return one
    }
}
