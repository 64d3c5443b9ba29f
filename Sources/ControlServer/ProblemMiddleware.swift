// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import Trust
import Wire

/// Turns every error into a problem (RFC 9457); no other code does so.
///
/// A `Problem` is the client's error and is sent unchanged. Any other error is the node's: it is logged, and the client gets no
/// details.
struct ProblemMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: ControlContext,
        next: @concurrent (Request, ControlContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as HTTPParserError {
            throw error  // The connection is unusable: the library answers 400 and closes it.
        } catch {
            response = try answer(to: request, failing: error, context)
        }
        response.headers[.xContentTypeOptions] = "nosniff"
        if !response.headers.contains(.cacheControl) { response.headers[.cacheControl] = "no-store" }
        return response
    }

    private func answer(to request: Request, failing error: any Error, _ context: ControlContext) throws
        -> Response
    {
        let refusal = refusal(for: error, request)
        if refusal.problem.status == 500 {
            context.logger.error(
                "request failed",
                metadata: ["request": "\(request.method) \(request.uri.path)", "error": "\(error)"])
        }
        var headers = refusal.headers
        if request.announcesBody, refusal.isBeforeBody || Self.beforeBody.contains(refusal.problem.status) {
            hangUp(context.channel)
            headers[.connection] = "close"
        }
        headers[.contentType] = "application/problem+json"
        let body = ByteBuffer(bytes: try JSON.encode(refusal.problem))
        return Response(
            status: .init(code: refusal.problem.status), headers: headers, body: .init(byteBuffer: body))
    }

    private func refusal(for error: any Error, _ request: Request) -> Refusal {
        switch error {
        case let refusal as Refusal: refusal
        case let problem as Problem: Refusal(problem: problem)
        case let error as HTTPError where error.status == .notFound:
            Refusal(problem: .unknownRoute(request.uri.path))
        case let error as TrustError: Refusal(problem: Problem(error))
        case let error as PairingError: Refusal(problem: Problem(error))
        case is NIOTooManyBytesError: Refusal(problem: .bodyTooLarge)
        case is CancellationError: Refusal(problem: .stopping)
        default: Refusal(problem: .failed)
        }
    }

    /// The statuses that are sent before the body is read: an unknown route, a foreign page, a wrong method or type.
    private static let beforeBody: Set<Int> = [403, 404, 405, 413, 415, 421]

    /// Closes the connection, so that the rest of a possibly endless body is not read.
    ///
    /// Waits a second, so that the client can read the response.
    private func hangUp(_ channel: any Channel) {
        channel.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    }
}

extension HTTPField.Name {
    /// Fetch standard §3.6.
    static var xContentTypeOptions: Self { HTTPField.Name("X-Content-Type-Options") ?? .contentType }
}
