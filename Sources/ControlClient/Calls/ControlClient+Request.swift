// SPDX-License-Identifier: Apache-2.0
import Tasks
import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import NIOHTTP1
import Wire

extension ControlClient {
    /// Sends a request and decodes the JSON of the response.
    func answer<Value: Decodable>(
        _ request: Request, as type: Value.Type = Value.self, seconds: Int = Limits.answer
    ) async throws -> Value {
        try value(of: try await bytes(request, limit: Limits.document, seconds: seconds), request)
    }

    private func value<Value: Decodable>(of bytes: [UInt8], _ request: Request) throws -> Value {
        do {
            return try JSON.decode(Value.self, from: Data(bytes))
        } catch {
            throw undecoded(request, error)
        }
    }

    /// Sends a request and reads a response of at most `limit` bytes; throws the node's refusal.
    func bytes(_ request: Request, limit: Int, seconds: Int = Limits.answer) async throws -> [UInt8] {
        do {
            return try await withTimeout(.seconds(seconds)) { [self] in
                let response = try await commands.execute(
                    request.prepared(for: address, session: session), timeout: .seconds(Int64(seconds)))
                guard response.status.code < 300 else { throw try await refusal(request, response) }
                return try await collect(response, of: request, limit: limit)
            }
        } catch {
            throw explained(error, request, seconds: seconds)
        }
    }

    /// Sends a request and returns the head of the response; throws the node's refusal.
    func head(_ request: Request) async throws -> HTTPClientResponse {
        do {
            let response = try await commands.execute(
                request.prepared(for: address, session: session), timeout: .seconds(Int64(Limits.settle)))
            // A response to HEAD has no body that could explain the refusal.
            guard response.status.code < 300 else {
                _ = try await bytes(Request(get: request.target), limit: Limits.document)
                throw unexpected(request, "status \(response.status.code)")
            }
            return response
        } catch {
            throw explained(error, request, seconds: Limits.settle)
        }
    }

    /// Decodes the JSON of a response; throws the node's refusal.
    func answer<Value: Decodable>(of response: HTTPClientResponse, to request: Request) async throws -> Value {
        guard response.status.code < 300 else { throw try await refusal(request, response) }
        return try value(of: try await collect(response, of: request, limit: Limits.document), request)
    }

    /// Sends a request whose response is read as a stream; throws the node's refusal.
    ///
    /// The caller passes errors of the stream through `explained`.
    func open(_ request: Request) async throws -> HTTPClientResponse {
        do {
            let response = try await streams.execute(
                request.prepared(for: address, session: session), timeout: .seconds(Int64(Limits.answer)))
            guard response.status.code < 300 else {
                throw try await withTimeout(.seconds(Limits.answer)) { [self] in
                    try await refusal(request, response)
                }
            }
            return response
        } catch {
            throw explained(error, request, seconds: Limits.answer)
        }
    }

    /// The problem that the node sent as its refusal.
    private func refusal(_ request: Request, _ response: HTTPClientResponse) async throws -> any Error {
        let type = response.headers.first(name: "Content-Type") ?? ""
        guard type.hasPrefix("application/problem+json") else {
            return unexpected(request, "status \(response.status.code) without an explanation")
        }
        let body = try await collect(response, of: request, limit: Limits.problem)
        guard var problem = try? JSON.decode(Problem.self, from: Data(body)) else {
            return unexpected(
                request, "status \(response.status.code) with an explanation that cannot be read")
        }
        problem.detail = String(problem.detail.prefix(Limits.reason))
        return problem
    }

    private func collect(_ response: HTTPClientResponse, of request: Request, limit: Int) async throws
        -> [UInt8]
    {
        let announced = response.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
        let excess = ControlClientError.tooLarge(address: "\(address)", request: request.name, limit: limit)
        guard announced <= limit else { throw excess }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(max(announced, 0), Limits.setAside))
        for try await chunk in response.body {
            guard bytes.count + chunk.readableBytes <= limit else { throw excess }
            bytes.append(contentsOf: chunk.readableBytesView)
        }
        return bytes
    }

    /// All items of a list, page by page until one is empty.
    ///
    /// A page below the limit is not always the last: nodes of earlier versions limit the page before they omit items that this
    /// peer may not see. Throws `unexpected` if the list has too many items or pages, and `timedOut` if it takes too long.
    func all<Item: Equatable>(
        _ first: Request, _ page: (_ last: Item?) async throws -> [Item]
    ) async throws -> [Item] {
        let deadline = ContinuousClock.now + .seconds(Limits.list)
        var items: [Item] = []
        for _ in 0..<Limits.listPages {
            let more = try await page(items.last)
            // A node that ignores `after` sends the same page forever.
            guard let last = more.last, last != items.last else { return items }
            guard items.count + more.count <= Limits.listItems else { break }
            guard .now < deadline else {
                throw ControlClientError.timedOut(
                    address: "\(address)", request: first.name, seconds: Limits.list)
            }
            items += more
        }
        throw unexpected(first, "a list of more than \(Limits.listItems) items or \(Limits.listPages) pages")
    }

    /// A response or an event whose JSON is not what the request promises.
    ///
    /// - Parameter what: precedes the reason.
    func undecoded(_ request: Request, _ error: any Error, what: String = "") -> ControlClientError {
        unexpected(request, what + ((error as? DecodingError)?.explanation ?? "\(error)"))
    }

    func unexpected(_ request: Request, _ reason: String) -> ControlClientError {
        .unexpected(address: "\(address)", request: request.name, reason: String(reason.prefix(Limits.reason)))
    }
}
