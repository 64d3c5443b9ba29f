// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Hummingbird
import NIOCore
import Synchronization
package import Trust
import Wire

/// Where browsers are let in: one-time links, sessions, and where the page listens.
package final class BrowserDesk: Sendable {
    /// The name of the cookie; the prefix binds it to this host and to TLS (RFC 6265bis §4.1.3.2).
    ///
    /// Browsers give all ports of a host the same cookies: two nodes of one machine must not take each other's place.
    let cookie: String

    private let store: BrowserStore
    private let host: String
    private let port = Mutex<Int?>(nil)
    private let visitors = Mutex<Visitors?>(nil)

    /// - Parameters:
    ///   - node: whose page it is.
    ///   - host: the address on which the page listens.
    package init(_ store: BrowserStore, of node: NodeID, host: String) {
        (self.store, self.host) = (store, host)
        cookie = "__Host-longshot-\(node.short)"
    }

    /// The page listens there.
    func serves(on port: Int, _ visitors: Visitors) {
        self.port.withLock { $0 = port }
        self.visitors.withLock { $0 = visitors }
    }

    /// A link that lets one browser in.
    func invite(_ request: PageLinkRequest) throws -> PageInvitation {
        guard let port = port.withLock({ $0 }) else {
            throw Problem.conflict("this node has no page: it was started with --no-page")
        }
        // A bound without grants is the whole wish.
        let grants = request.grants ?? (request.viewOf == nil ? [.view, .shoot, .record] : [])
        let token = try store.invite(request.name, Rights(grants, viewOf: request.viewOf ?? []), now: Self.now())
        return PageInvitation(token: token, addresses: LocalAddresses.list(listeningOn: host, port: port))
    }

    /// What a link would make of a browser; the link is not used up.
    func greeting(_ token: String) throws -> PageGreeting { try store.greeting(token, now: Self.now()) }

    /// Lets the browser with a link's token in; gives its cookie.
    func enter(_ token: String) throws -> Secret<String> {
        try store.enter(token, now: Self.now(), utc: Self.utc())
    }

    /// Who asks, by the cookie of a request.
    func access(_ request: Request, on channel: any Channel) -> (Visitor, Rights) {
        guard let cookie = request.cookies[cookie]?.value,
            let session = store.session(cookie: cookie, utc: Self.utc())
        else { return (.anonymous, Rights([])) }
        visitors.withLock { $0 }?.recognize(.browser(session.id), on: channel)
        return (.browser(session.id), session.rights)
    }

    /// What the browser with this session may do.
    func rights(of id: String) -> Rights { store.sessions.first { $0.id == id }?.rights ?? Rights([]) }

    /// All sessions, the newest first.
    var sessions: [BrowserSessionDescription] { store.sessions.map { BrowserSessionDescription($0) } }

    /// What somebody who is signed in may do.
    ///
    /// - Parameter camera: the id of the node, if it is a camera.
    func session(_ id: String, on camera: NodeID?) -> BrowserSessionDescription? {
        store.sessions.first { $0.id == id }.map { BrowserSessionDescription($0, on: camera) }
    }

    /// Ends a session, and whatever it has open.
    func revoke(_ id: String) throws {
        guard try store.revoke(id, utc: Self.utc()) else { throw Problem.notFound("there is no session \(id)") }
        visitors.withLock { $0 }?.throwOut(.browser(id))
    }

    /// Keeps when browsers were last here.
    func flush() throws { try store.flush(utc: Self.utc()) }

    private static func now() -> UInt64 { NIODeadline.now().uptimeNanoseconds }
    private static func utc() -> Int64 { Int64(Date().timeIntervalSince1970) }
}
