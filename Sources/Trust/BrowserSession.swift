// SPDX-License-Identifier: Apache-2.0

/// A browser that was let in by a one-time link.
package struct BrowserSession: Codable, Sendable, Equatable {
    /// Names the session to its owner; it opens nothing.
    package let id: String
    /// What people call the browser.
    package let name: PeerName
    /// What it may do.
    package let grants: Grants
    /// When it was let in, in seconds since 1970 UTC.
    package let enteredAt: Int64
    /// When it was last here, in seconds since 1970 UTC.
    package var lastSeen: Int64
    /// SHA-256 of the cookie's value.
    let digest: Bytes32
}

/// A browser's session as its owner sees it: an item of `GET /v1/page/sessions`.
package struct BrowserSessionDescription: Codable, Sendable, Equatable {
    /// Names the session, for `DELETE /v1/page/sessions/{id}`.
    package var id: String
    /// What people call the browser.
    package var name: String
    /// What it may do.
    package var grants: Grants
    /// When it was let in, in seconds since 1970 UTC.
    package var enteredAt: Int64
    /// When it was last here, in seconds since 1970 UTC.
    package var lastSeen: Int64

    /// Describes a session.
    package init(_ session: BrowserSession) {
        (id, name, grants) = (session.id, session.name.text, session.grants)
        (enteredAt, lastSeen) = (session.enteredAt, session.lastSeen)
    }
}
