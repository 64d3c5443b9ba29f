// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import NIOCore
import Trust
import Wire

/// Identifies the visitor of each request and looks up its current rights.
struct AccessMiddleware: RouterMiddleware {
    let visitors: Visitors
    let access: @Sendable (Request, Visitor, any Channel) throws -> (Visitor, Rights)

    func handle(
        _ request: Request, context: ControlContext,
        next: @concurrent (Request, ControlContext) async throws -> Response
    ) async throws -> Response {
        guard let visitor = visitors[context.channel] else { throw Problem.failed }
        var context = context
        let (who, rights) = try access(request, visitor, context.channel)
        (context.visitor, context.rights) = (who, rights)
        return try await next(request, context)
    }
}
