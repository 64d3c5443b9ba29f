// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird
import Trust
import Wire

/// The routes of a server, and a refusal for the other methods of each path.
struct RouteTable: Sendable {
    /// One path with one method.
    struct Route: Sendable {
        let method: HTTPRequest.Method
        /// The path with its parameters as `{name}`, as in the OpenAPI description.
        let path: String
        /// The right that a visitor must have.
        let needs: Requirement
        let handler: @Sendable (Request, ControlContext) async throws -> Response
    }

    private(set) var routes: [Route] = []
    private var checks: [@Sendable (Request, ControlContext) throws -> Void] = []

    /// Adds a check that may refuse any request.
    mutating func beforeEach(_ check: @escaping @Sendable (Request, ControlContext) throws -> Void) {
        checks.append(check)
    }

    /// Adds a route for visitors with any one of the grants.
    mutating func on(
        _ method: HTTPRequest.Method, _ path: String, needs grants: Grants,
        _ handler: @escaping @Sendable (Request, ControlContext) async throws -> Response
    ) {
        on(method, path, needs: .anyOf(grants), handler)
    }

    mutating func on(
        _ method: HTTPRequest.Method, _ path: String, needs: Requirement,
        _ handler: @escaping @Sendable (Request, ControlContext) async throws -> Response
    ) {
        routes.append(Route(method: method, path: path, needs: needs, handler: handler))
    }

    /// A router that checks the visitor's rights and answers errors as problems.
    func router(_ guarding: GuardMiddleware, _ access: AccessMiddleware) -> Router<ControlContext> {
        // HEAD is derived from GET: the same header fields without the body.
        let router = Router(context: ControlContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(middleware: ProblemMiddleware())
        router.add(middleware: guarding)
        router.add(middleware: access)
        for route in routes {
            router.on(RouterPath(Self.pattern(route.path)), method: route.method) { [checks] request, context in
                for check in checks { try check(request, context) }
                guard route.needs.isMet(by: context.rights) else {
                    throw context.visitor == .anonymous
                        ? Problem.notSignedIn : .notGranted(route.needs, in: context)
                }
                return try await route.handler(request, context)
            }
        }
        for (path, routes) in Dictionary(grouping: routes, by: \.path) {
            var allowed = routes.map(\.method)
            if allowed.contains(.get) { allowed.append(.head) }
            allowed.sort { $0.rawValue < $1.rawValue }
            for method in Self.methods where !allowed.contains(method) {
                router.on(RouterPath(Self.pattern(path)), method: method) {
                    [allowed] request, _ -> Response in
                    throw Refusal.method(method, on: request.uri.path, allowed: allowed)
                }
            }
        }
        return router
    }

    /// The methods of RFC 9110 §9 and RFC 5789.
    private static let methods: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
    ]

    private static func pattern(_ path: String) -> String {
        path.split(separator: "/").map { segment in
            segment.first == "{" ? ":\(segment.dropFirst().dropLast())" : String(segment)
        }.joined(separator: "/")
    }
}
