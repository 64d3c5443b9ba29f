// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird
import NIOCore
import Wire

extension Response {
    static func json(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, location: String? = nil
    ) throws -> Response {
        var headers: HTTPFields = [.contentType: "application/json"]
        if let location { headers[.location] = location }
        return Response(
            status: status, headers: headers,
            body: .init(byteBuffer: ByteBuffer(bytes: try JSON.encode(value))))
    }

    static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> Response {
        Response(
            status: .ok, headers: [.contentType: type],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    /// Success without content.
    static var done: Response { Response(status: .noContent) }
}
