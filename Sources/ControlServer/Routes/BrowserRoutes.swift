// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird
import QRCode
import Trust
import Wire

/// The body of `POST /enter` and of `POST /v1/page/greeting`.
private struct Entry: Decodable {
    let token: String
}

/// The answer of `POST /v1/page/greeting`: the node that a browser is about to enter, and the rights it will get.
private struct Greeting: Encodable {
    let name: String
    let role: NodeDescription.Role
    let id: String
    let words: [String]
    /// The name that the owner chose for the browser.
    let browser: PeerName?
    let grants: Grants
    let viewOf: [NodeID]?
    /// The names of the cameras in `viewOf`.
    let cameras: [Named]?

    struct Named: Encodable {
        let id: NodeID
        let name: PeerName
    }
}

/// The answer of `POST /v1/page/browsers`: a link for another browser, with a QR code.
private struct Scannable: Encodable {
    let link: String
    let svg: String
    let words: [String]
    let secondsLeft: Int
}

extension RouteTable {
    /// Admits browsers and ends their sessions.
    ///
    /// - Parameters:
    ///   - peers: the node's peers, for the names of cameras.
    ///   - camera: the id of the node, if it is a camera.
    ///   - willShow: called with the rights of a browser that may soon ask for the page.
    mutating func addBrowsers(
        _ browsers: BrowserDesk, _ node: NodeDescription, peers: PeerStore, camera: NodeID?,
        willShow: @escaping @Sendable (Rights) -> Void
    ) {
        on(.post, "/v1/page/greeting", needs: .none) { request, context in
            let greeting = try browsers.greeting(try await request.json(Entry.self, context).token)
            let rights = greeting.rights.on(camera: camera)
            willShow(rights)
            return try .json(
                Greeting(
                    name: node.name, role: node.role, id: node.id, words: greeting.words, browser: greeting.browser,
                    grants: rights.grants, viewOf: rights.bound,
                    cameras: rights.bound?.compactMap { id in peers[id].map { Greeting.Named(id: id, name: $0.name) } })
            )
        }
        on(.post, "/enter", needs: .none) { request, context in
            let token = try await request.json(Entry.self, context).token
            let cookie = try browsers.enter(token, userAgent: request.headers[.userAgent])
            let age = BrowserStore.sessionLifetime
            return Response(
                status: .noContent,
                headers: [
                    .setCookie: "\(browsers.cookie)=\(cookie.reveal()); Path=/; Max-Age=\(age); Secure; HttpOnly; "
                        + "SameSite=Strict"
                ])
        }
        on(.get, "/v1/page/session", needs: .anything) { _, context in
            guard case .browser(let id)? = context.visitor, let session = browsers.session(id, on: camera) else {
                throw Problem.notSignedIn
            }
            return try .json(session)
        }
        on(.delete, "/v1/page/session", needs: .anything) { _, context in
            guard case .browser(let id)? = context.visitor else { throw Problem.notSignedIn }
            try browsers.revoke(id)
            return .done
        }
        on(.post, "/v1/page/browsers", needs: .admin) { request, context in
            let invitation = try browsers.invite(try await request.json(PageLinkRequest.self, context))
            guard let link = invitation.links.first else { throw Problem.conflict("the node has no address") }
            return try .json(
                Scannable(
                    link: link, svg: QRCode(link, correction: .medium).svg, words: invitation.words,
                    secondsLeft: invitation.secondsLeft), status: .created)
        }
    }
}
