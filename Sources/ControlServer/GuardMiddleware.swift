// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird
import Wire

/// Rejects requests from foreign web pages, and bodies on methods without one.
struct GuardMiddleware: RouterMiddleware {
    /// The pages whose requests a port accepts.
    enum Pages: Sendable {
        /// None. Browsers have no certificate for the node port; if one ever has, still no page may use it.
        case none
        /// The node's own, under one of these host names (against DNS rebinding).
        case own(hosts: Set<String>)
    }

    let pages: Pages

    func handle(
        _ request: Request, context: ControlContext,
        next: @concurrent (Request, ControlContext) async throws -> Response
    ) async throws -> Response {
        switch pages {
        case .none: try refusePages(request)
        case .own(let hosts): try refuseForeignPages(request, hosts)
        }
        guard request.mayHaveBody || !request.announcesBody else { throw Problem.bodyUnwanted }
        return try await next(request, context)
    }

    private func refusePages(_ request: Request) throws(Problem) {
        if let origin = request.headers[.origin] { throw .foreignOrigin(origin) }
        if let site = request.headers[.secFetchSite], site != "none" {
            throw .foreignOrigin(request.headers[.referer] ?? site)
        }
    }

    private func refuseForeignPages(_ request: Request, _ hosts: Set<String>) throws(Problem) {
        let authority = (request.head.authority ?? "").lowercased()
        guard hosts.contains(Self.host(of: authority)) else { throw .misdirected(authority) }
        let (origin, site) = (request.headers[.origin], request.headers[.secFetchSite])
        if let origin, origin.lowercased() != "https://\(authority)" { throw .foreignOrigin(origin) }
        if let site, site == "cross-site" || site == "same-site", !isEntry(request) {
            throw .foreignOrigin(request.headers[.referer] ?? site)
        }
        // A request that changes something must come from the page and carry a header that proves it.
        guard request.method == .get || request.method == .head || origin != nil || site == "same-origin" else {
            throw .foreignOrigin("it does not say which")
        }
    }

    /// Whether a person has followed a link of another page, such as a webmail, to the page for browsers without a session.
    ///
    /// That page is the same for everybody, and its own request enters (Fetch Metadata §2).
    private func isEntry(_ request: Request) -> Bool {
        request.method == .get && request.uri.path == "/enter" && request.headers[.secFetchMode] == "navigate"
            && request.headers[.secFetchDest] == "document"
    }

    /// The host of `host[:port]` (RFC 3986 §3.2), without the brackets of an IPv6 address.
    private static func host(of authority: String) -> String {
        let host = authority.first == "[" ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        return String(host)
    }
}

extension HTTPField.Name {
    // Fetch Metadata §2.
    fileprivate static var secFetchSite: Self { HTTPField.Name("Sec-Fetch-Site") ?? .origin }
    fileprivate static var secFetchMode: Self { HTTPField.Name("Sec-Fetch-Mode") ?? .origin }
    fileprivate static var secFetchDest: Self { HTTPField.Name("Sec-Fetch-Dest") ?? .origin }
}
