// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird
import NIOCore
import QRCode
import Trust

extension RouteTable {
    /// The page itself, and what only a page needs.
    mutating func addPage(_ desk: PairingDesk) {
        on(.get, "/", needs: .none) { _, context in
            context.visitor == .anonymous ? .page(PackageResources.enter_html) : .page(PackageResources.page_html)
        }
        on(.get, "/enter", needs: .none) { _, _ in .page(PackageResources.enter_html) }
        for (path, bytes, type) in [
            ("/page.css", PackageResources.page_css, "text/css"),
            ("/page.js", PackageResources.page_js, "text/javascript"),
            ("/enter.js", PackageResources.enter_js, "text/javascript"),
        ] {
            on(.get, path, needs: .none) { _, _ in .page(bytes, type: type) }
        }
        on(.post, "/v1/page/pairing", needs: .admin) { _, _ in
            let invitation = try await desk.open()
            let picture = try QRCode(invitation.link, correction: .medium).svg
            return try .json(["svg": picture, "code": invitation.code, "link": invitation.link], status: .created)
        }
    }
}

extension Response {
    /// A file of the page; nothing in it may come from elsewhere, and nobody may frame it.
    fileprivate static func page(_ bytes: [UInt8], type: String = "text/html") -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "\(type); charset=utf-8", .cacheControl: "no-cache",
                .contentSecurityPolicy: """
                default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                connect-src 'self'; media-src 'self' blob:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'
                """,
                .referrerPolicy: "no-referrer", .crossOriginOpenerPolicy: "same-origin",
            ], body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
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
