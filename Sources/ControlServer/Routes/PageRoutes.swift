// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import QRCode
import Trust

extension RouteTable {
    /// The page's files, and the routes that only the page uses.
    mutating func addPage(_ desk: PairingDesk, willShow: @escaping @Sendable (Rights) -> Void) {
        addPageFiles(willShow: willShow)
        on(.post, "/v1/page/pairing", needs: .admin) { _, _ in
            let invitation = try await desk.open()
            let picture = try QRCode(invitation.link, correction: .medium).svg
            return try .json(["svg": picture, "code": invitation.code, "link": invitation.link], status: .created)
        }
    }
}
