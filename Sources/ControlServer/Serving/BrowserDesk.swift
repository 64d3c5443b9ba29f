// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Hummingbird
import NIOCore
import Synchronization
package import Trust
import Wire

/// Admits browsers: one-time links, sessions, and the address of the page.
package final class BrowserDesk: Sendable {
    /// The name of the cookie; the prefix binds it to this host and to TLS (RFC 6265bis §4.1.3.2).
    ///
    /// It contains the node's id, because browsers send cookies to all ports of a host: two nodes on one machine must not overwrite
    /// each other's cookie.
    let cookie: String

    private let store: BrowserStore
    private let host: String
    private let port = Mutex<Int?>(nil)
    private let visitors = Mutex<Visitors?>(nil)

    /// - Parameters:
    ///   - node: the node that serves the page.
    ///   - host: the address on which the page listens.
    package init(_ store: BrowserStore, of node: NodeID, host: String) {
        (self.store, self.host) = (store, host)
        cookie = "__Host-longshot-\(node.short)"
    }

    /// Stores the page's port and connections.
    func serves(on port: Int, _ visitors: Visitors) {
        self.port.withLock { $0 = port }
        self.visitors.withLock { $0 = visitors }
    }

    /// The port of the page; nil without a page.
    var pagePort: Int? { port.withLock { $0 } }

    /// A link that admits one browser.
    func invite(_ request: PageLinkRequest) throws -> PageInvitation {
        guard let port = pagePort else {
            throw Problem.conflict("this node has no page: it was started with --no-page")
        }
        // Without grants, the request means only the bounded view.
        let grants = request.grants ?? (request.viewOf == nil ? [.view, .shoot, .record] : [])
        let token = try store.invite(request.name, Rights(grants, viewOf: request.viewOf ?? []), now: Self.now())
        return PageInvitation(token: token, addresses: LocalAddresses.list(listeningOn: host, port: port))
    }

    /// The name and rights that a link would give to a browser; does not use the link up.
    func greeting(_ token: String) throws -> PageGreeting { try store.greeting(token, now: Self.now()) }

    /// Admits the browser with this link; returns its cookie.
    func enter(_ token: String, userAgent: String?) throws -> Secret<String> {
        try store.enter(token, userAgent: userAgent, now: Self.now(), utc: Self.utc())
    }

    /// The browser with the cookie of a request, and its rights.
    func access(_ request: Request, on channel: any Channel) -> (Visitor, Rights) {
        guard let cookie = request.cookies[cookie]?.value,
            let session = store.session(cookie: cookie, utc: Self.utc())
        else { return (.anonymous, Rights([])) }
        visitors.withLock { $0 }?.recognize(.browser(session.id), on: channel)
        return (.browser(session.id), session.rights)
    }

    /// What the browser with this session is called; nil if there is none.
    func name(of id: String) -> String? { store.sessions.first { $0.id == id }?.name.text }

    /// The rights of the browser with this session.
    func rights(of id: String) -> Rights { store.sessions.first { $0.id == id }?.rights ?? Rights([]) }

    /// All sessions, the newest first.
    var sessions: [BrowserSessionDescription] { store.sessions.map { BrowserSessionDescription($0) } }

    /// The description of a browser's session.
    ///
    /// - Parameter camera: the id of the node, if it is a camera.
    func session(_ id: String, on camera: NodeID?) -> BrowserSessionDescription? {
        store.sessions.first { $0.id == id }.map { BrowserSessionDescription($0, on: camera) }
    }

    /// Changes what a browser is called and may do; streams that it may no longer see end.
    ///
    /// Closes its connections if it may do something else then: its page reads its rights again when it connects again.
    ///
    /// - Parameter visitor: who changes it; keeps its own connections.
    func edit(_ id: String, _ edit: PeerEdit, by visitor: Visitor?) throws -> BrowserSessionDescription {
        let before = rights(of: id)
        guard let session = try store.edit(id, edit) else { throw Self.unknown(id) }
        if session.rights != before, visitor != .browser(id) {
            visitors.withLock { $0 }?.throwOut(.browser(id))
        }
        return BrowserSessionDescription(session)
    }

    /// Ends a session and closes its connections.
    func revoke(_ id: String) throws {
        // Also if it cannot be written.
        defer { visitors.withLock { $0 }?.throwOut(.browser(id)) }
        guard try store.revoke(id) else { throw Self.unknown(id) }
    }

    /// Ends all open links, because a peer that was revoked may have made one.
    func dropLinks() { store.dropLinks() }

    /// Stores when each browser was last seen.
    func flush() throws { try store.flush() }

    /// Stores when each browser was last seen, if the disk is behind by so many seconds for any of them.
    func flush(lag: Int64) throws(TrustError) { try store.flush(lag: lag) }

    private static func unknown(_ id: String) -> Problem { .notFound("there is no session \(id)") }
    private static func now() -> UInt64 { NIODeadline.now().uptimeNanoseconds }
    private static func utc() -> Int64 { Int64(Date().timeIntervalSince1970) }
}
