// SPDX-License-Identifier: Apache-2.0
import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import NIOHTTP1
import Wire

/// A request to a node.
struct Request: Sendable {
    let method: HTTPMethod
    /// The path and query, percent-encoded.
    let target: String
    var headers: HTTPHeaders = [:]
    var body: [UInt8]?

    init(_ method: HTTPMethod, _ path: String..., query: [(String, String?)] = []) {
        self.method = method
        let parts = query.compactMap { name, value in value.map { "\(name)=\(Self.encoded($0))" } }
        target =
            "/v1/" + path.map(Self.encoded).joined(separator: "/")
            + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
    }

    /// A GET of a target that is already percent-encoded.
    init(get target: String) {
        (method, self.target) = (.GET, target)
    }

    /// The request with a JSON body.
    func sending(_ value: some Encodable) throws -> Request {
        var request = self
        request.headers.replaceOrAdd(name: "Content-Type", value: "application/json")
        request.body = Array(try JSON.encode(value))
        return request
    }

    /// The name in errors: method and target.
    var name: String { "\(method.rawValue) \(target)" }

    /// The request for the HTTP library.
    func prepared(for address: NodeAddress, session: Int?) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: "https://\(address.authority)\(target)")
        request.method = method
        request.headers = headers
        request.headers.add(name: "User-Agent", value: "longshot")
        if let session { request.headers.add(name: "Longshot-Session", value: "\(session)") }
        if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
        return request
    }

    /// Percent-encodes all but the unreserved characters, so that an id stays one path segment.
    static func encoded(_ text: String) -> String {
        // Path normalization would remove a segment of dots (RFC 3986 §5.2.4).
        if text == "." || text == ".." { return String(repeating: "%2E", count: text.count) }
        return PercentEncoding.encode(text)
    }
}
