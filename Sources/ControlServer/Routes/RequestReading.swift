// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import Wire

/// Parses requests for the handlers; an unreadable part is a problem that names it.
extension Request {
    /// Whether the head says that a body follows (RFC 9112 §6).
    var announcesBody: Bool {
        headers.contains(.transferEncoding) || headers[.contentLength].map { $0 != "0" } == true
    }

    /// Whether the method may have a body.
    var mayHaveBody: Bool {
        method == .post || method == .put || method == .patch
    }

    /// Decodes the JSON body.
    func json<Value: Decodable>(_ type: Value.Type = Value.self, _ context: ControlContext) async throws
        -> Value
    {
        let bytes = try await body(of: "application/json", context)
        do {
            return try JSON.decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw Problem.badRequest(error.explanation)
        }
    }

    /// The bytes of a body with this media type.
    func body(
        of type: String, within limit: TimeAmount = ServerLimits.bodyDeadline, _ context: ControlContext
    ) async throws -> ByteBufferView {
        let contentType = headers[.contentType]
        let media = (contentType ?? "").prefix { $0 != ";" && $0 != " " }
        guard media.lowercased() == type else { throw Problem.contentType(contentType, wanted: type) }
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > ServerLimits.body {
            throw Problem.bodyTooLarge
        }
        // Closes the connection after a deadline, because a slow body would occupy it.
        let deadline = context.channel.eventLoop.scheduleTask(in: limit) { [context] in
            context.channel.close(promise: nil)
        }
        defer { deadline.cancel() }
        return try await body.collect(upTo: ServerLimits.body).readableBytesView
    }

    /// An integer of the query; nil if absent.
    func integer(_ name: String) throws -> Int? {
        guard let text = uri.queryParameters[Substring(name)] else { return nil }
        return try Self.integer(text, of: "query parameter \(name)")
    }

    /// The requested number of items, limited to the most that one answer may hold.
    func limit() throws -> Int {
        min(max(try integer("limit") ?? ServerLimits.items, 1), ServerLimits.items)
    }

    /// The last event that the client received, from the header field or, for clients that cannot set it, from the query.
    func lastEvent() throws -> Int? {
        guard let text = headers[.lastEventID] else { return try integer("after") }
        return try Self.integer(text[...], of: "field Last-Event-ID")
    }

    /// The largest number in a query, a path or a field: 2^62, which is the year 2116 in nanoseconds.
    private static let largest = 1 << 62

    static func integer(_ text: Substring, of name: String) throws -> Int {
        // The sum of two such numbers, and the difference to a moment of a clock, fit into 64 bits.
        guard let value = Int(text), (0...largest).contains(value) else {
            throw Problem.badRequest("\(name) is \"\(text)\": it must be a whole number from 0 to \(largest)")
        }
        return value
    }
}

extension ControlContext {
    /// A percent-decoded segment of the path.
    func segment(_ name: String) throws -> String {
        guard let text = parameters.get(name).flatMap({ PercentEncoding.decode($0[...]) }) else {
            throw Problem.badRequest("the \(name) in the path is not percent-encoded UTF-8")
        }
        return text
    }

    /// An integer in the path.
    func number(_ name: String) throws -> Int {
        try Request.integer(try segment(name)[...], of: "\(name) in the path")
    }
}

extension HTTPField.Name {
    /// WHATWG HTML §9.2.4.
    static var lastEventID: Self { HTTPField.Name("Last-Event-ID") ?? .range }
}
