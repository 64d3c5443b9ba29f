// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird
import NIOCore

/// A file of the page as a response to browsers; its bytes are part of the program.
struct PageFile: Sendable {
    private let bytes: [UInt8]
    private let type: String
    /// Distinguishes versions; a weak hash is enough, because all bytes come from the program itself.
    private let tag: String

    init(_ file: PageFiles.Named) {
        // FNV-1a.
        let hash = file.bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        (bytes, type, tag) = (file.bytes, Self.type(of: file.name), "\"\(String(hash, radix: 16))\"")
    }

    /// The media type of a file, by the end of its name.
    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "html": "text/html; charset=utf-8"
        case "svg": "image/svg+xml"
        case "webmanifest": "application/manifest+json"
        default: "application/octet-stream"
        }
    }

    /// The file, or 304 if the browser has it; the policies forbid foreign content and framing.
    func response(to request: Request) -> Response {
        var headers: HTTPFields = [
            .cacheControl: "no-cache", .eTag: tag,
            .contentSecurityPolicy: """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
            media-src 'self' blob:; connect-src 'self'; manifest-src 'self'; form-action 'none'; \
            frame-ancestors 'none'; base-uri 'none'
            """,
            .referrerPolicy: "no-referrer", .crossOriginOpenerPolicy: "same-origin",
        ]
        if request.headers[.ifNoneMatch] == tag { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = type
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension HTTPField.Name {
    /// Referrer Policy §4.1.
    fileprivate static var referrerPolicy: Self { HTTPField.Name("Referrer-Policy") ?? .contentType }
    /// WHATWG HTML §7.1.3.
    fileprivate static var crossOriginOpenerPolicy: Self {
        HTTPField.Name("Cross-Origin-Opener-Policy") ?? .contentType
    }
}
