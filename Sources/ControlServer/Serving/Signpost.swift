// SPDX-License-Identifier: Apache-2.0
import NIOCore
import Wire

/// What a node's port answers to a client that it does not let in: to one without a certificate, such as a browser, where the page
/// is; to a revoked peer, that it was revoked.
///
/// The same bytes for every request, none of which is read.
enum Signpost {
    /// A response that ends the connection (RFC 9110 §15.5.20).
    ///
    /// - Parameters:
    ///   - port: the port of the page; nil without a page.
    ///   - address: the address at which the client has reached this machine.
    static func response(pageOn port: Int?, reachedAt address: String?) -> ByteBuffer {
        var place = "This node has no page for browsers."
        if let port, let address, let page = LocalAddresses.list(listeningOn: address, port: port).first {
            let link = "https://\(page)/"
            place =
                "Its page for browsers is <a href=\"\(link)\">\(link)</a>. On this node, <code>longshot page</code> lets a browser in."
        }
        let body = """
            <!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
            <title>Longshot</title><p>This port of a Longshot node is for other nodes and for programs. \(place)</p></html>

            """
        return response("421 Misdirected Request", "text/html; charset=utf-8", body)
    }

    /// A problem as a response that ends the connection.
    static func response(_ problem: Problem) throws -> ByteBuffer {
        let body = String(decoding: try JSON.encode(problem), as: UTF8.self)
        return response("\(problem.status) \(problem.title)", "application/problem+json", body)
    }

    private static func response(_ status: String, _ type: String, _ body: String) -> ByteBuffer {
        ByteBuffer(
            string: """
                HTTP/1.1 \(status)\r
                Content-Type: \(type)\r
                Content-Length: \(body.utf8.count)\r
                Cache-Control: no-store\r
                Connection: close\r
                \r
                \(body)
                """)
    }
}
