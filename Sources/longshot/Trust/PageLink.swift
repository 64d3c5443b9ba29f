// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Foundation
import QRCode
import SystemPackage
import Trust
import Wire

/// A link that lets one browser use a node's page.
enum PageLink {
    /// Makes a link with the usual grants to the node of a home.
    static func make(home: FilePath) async throws -> PageInvitation {
        try await Target(home: home).withClient { try await make(on: $0, " \(NodeHome.option(home))") }
    }

    /// Makes a link.
    ///
    /// - Parameters:
    ///   - node: the options that select the node in a command, with a space before each.
    ///   - name: what the browser is called; nil for what it says that it is, such as `Chrome on Android`.
    ///   - grants: what it may do; nil for the usual grants.
    static func make(
        on client: ControlClient, _ node: String, name: PeerName? = nil, grants: GrantList? = nil
    ) async throws -> PageInvitation {
        let rights = try await grants?.rights(on: client, node)
        return try await client.invite(
            PageLinkRequest(name: name, grants: rights?.grants, viewOf: rights?.bound))
    }

    /// The links without those to loopback addresses, which other devices cannot open; all links if there are no others.
    static func links(forOthers links: [String]) -> [String] {
        let others = links.filter { link in
            !["https://127.", "https://[::1]"].contains { link.hasPrefix($0) }
        }
        return others.isEmpty ? links : others
    }

    /// Prints a link with its QR code.
    ///
    /// - Parameters:
    ///   - node: the options that select the node in a command, with a space before each.
    ///   - svg: the file for the QR code as SVG; nil for none.
    ///   - json: whether to print JSON instead.
    static func show(_ invitation: PageInvitation, _ node: String, svg: String? = nil, json: Bool = false) throws {
        guard let best = invitation.links.first else { throw Problem.conflict("the node has no address") }
        if let svg { try QRCode(best).write(to: svg) }
        if json { return try Terminal.say(json: invitation) }
        let text = """
            Open within \((invitation.secondsLeft / 60).counted("minute")); it works once:

            \(links(forOthers: invitation.links).map { "  \($0.escaped())" }.joined(separator: "\n"))

            The browser shows these words too:  \(invitation.words.joined(separator: "  "))
            """
        try QRCode.show(best, with: text, "longshot page\(node)")
    }
}
