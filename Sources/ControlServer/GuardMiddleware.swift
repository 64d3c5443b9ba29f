// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird
import Wire

/// Refuses what a web page of somebody else may send to this machine: DNS rebinding and cross-site requests.
///
/// Nothing here stops other programs; it stops a browser from being their tool.
struct GuardMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: ControlContext,
        next: @concurrent (Request, ControlContext) async throws -> Response
    ) async throws -> Response {
        let authority = request.head.authority ?? ""
        guard Loopback.contains(host: Self.host(of: authority)) else { throw Problem.misdirected(authority) }
        if let origin = request.headers[.origin], origin.lowercased() != "http://\(authority.lowercased())" {
            throw Problem.foreignOrigin(origin)
        }
        if let site = request.headers[.secFetchSite], site == "cross-site" || site == "same-site" {
            throw Problem.foreignOrigin(request.headers[.referer] ?? site)
        }
        guard request.mayHaveBody || !request.announcesBody else { throw Problem.bodyUnwanted }
        return try await next(request, context)
    }

    /// The host of `host[:port]` (RFC 3986 §3.2), without the brackets of an IPv6 address.
    private static func host(of authority: String) -> Substring {
        if authority.first == "[" {
            return authority.dropFirst().prefix { $0 != "]" }
        }
        return authority.prefix { $0 != ":" }
    }
}

extension HTTPField.Name {
    /// Fetch Metadata §2.3.
    fileprivate static var secFetchSite: Self { HTTPField.Name("Sec-Fetch-Site") ?? .origin }
}
