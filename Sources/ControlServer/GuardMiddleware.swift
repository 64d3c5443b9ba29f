// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird
import Wire

/// Refuses requests of web pages, and bodies where none belongs.
///
/// This port is not for browsers, which have no certificate to show; should one ever have, no page may use it.
struct GuardMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: ControlContext,
        next: @concurrent (Request, ControlContext) async throws -> Response
    ) async throws -> Response {
        if let origin = request.headers[.origin] { throw Problem.foreignOrigin(origin) }
        if let site = request.headers[.secFetchSite], site != "none" {
            throw Problem.foreignOrigin(request.headers[.referer] ?? site)
        }
        guard request.mayHaveBody || !request.announcesBody else { throw Problem.bodyUnwanted }
        return try await next(request, context)
    }
}

extension HTTPField.Name {
    /// Fetch Metadata §2.3.
    fileprivate static var secFetchSite: Self { HTTPField.Name("Sec-Fetch-Site") ?? .origin }
}
