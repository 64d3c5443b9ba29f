// SPDX-License-Identifier: Apache-2.0
import Tasks
import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import NIOHTTP1
import Wire

extension ControlClient {
    /// Sends a request and reads an answer in JSON.
    func answer<Value: Decodable>(
        _ request: Request, as type: Value.Type = Value.self, seconds: Int = Limits.answer
    ) async throws -> Value {
        try value(of: try await bytes(request, limit: Limits.document, seconds: seconds), request)
    }

    private func value<Value: Decodable>(of bytes: [UInt8], _ request: Request) throws -> Value {
        do {
            return try JSON.decode(Value.self, from: Data(bytes))
        } catch {
            throw unexpected(request, "not the JSON of a \(Value.self): \(error)")
        }
    }

    /// Sends a request and reads an answer of at most `limit` bytes; throws what the node refuses.
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

    /// Sends a request of whose answer only the head matters; throws what the node refuses.
    func head(_ request: Request) async throws -> HTTPClientResponse {
        do {
            let response = try await commands.execute(
                request.prepared(for: address, session: session), timeout: .seconds(Int64(Limits.settle)))
            // The explanation is in the body, and a HEAD has none.
            guard response.status.code < 300 else {
                _ = try await bytes(Request(get: request.target), limit: Limits.document)
                throw unexpected(request, "status \(response.status.code)")
            }
            return response
        } catch {
            throw explained(error, request, seconds: Limits.settle)
        }
    }

    /// What a response says in JSON; throws what the node refuses.
    func answer<Value: Decodable>(of response: HTTPClientResponse, to request: Request) async throws -> Value {
        guard response.status.code < 300 else { throw try await refusal(request, response) }
        return try value(of: try await collect(response, of: request, limit: Limits.document), request)
    }

    /// Sends a request whose answer is read as it comes; throws what the node refuses.
    ///
    /// Errors while it is read need `explained` too.
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

    /// The node's refusal as it explained it.
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
    /// A short page is not the last one: nodes of earlier versions leave out what we may not see after they limit the page.
    /// Throws `unexpected` for a list that has too many items or pages, and `timedOut` if it takes too long.
    func all<Item: Equatable>(
        _ first: Request, _ page: (_ last: Item?) async throws -> [Item]
    ) async throws -> [Item] {
        let deadline = ContinuousClock.now + .seconds(Limits.list)
        var items: [Item] = []
        for _ in 0..<Limits.listPages {
            let more = try await page(items.last)
            // A node that ignores where to go on would never come to an end.
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

    func unexpected(_ request: Request, _ reason: String) -> ControlClientError {
        .unexpected(address: "\(address)", request: request.name, reason: String(reason.prefix(Limits.reason)))
    }
}
