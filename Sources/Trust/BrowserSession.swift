// SPDX-License-Identifier: Apache-2.0
package import Wire

/// A browser that was let in by a one-time link.
package struct BrowserSession: Codable, Sendable, Equatable {
    /// Names the session to its owner; it opens nothing.
    package let id: String
    /// What people call the browser.
    package let name: PeerName
    /// What it may do.
    package let grants: Grants
    /// The cameras to which its view is bounded; nil if it is not.
    package let viewOf: [NodeID]?
    /// When it was let in, in seconds since 1970 UTC.
    @Within<Bounds.UTCSeconds, Int64> package var enteredAt: Int64
    /// When it was last here, in seconds since 1970 UTC.
    @Within<Bounds.UTCSeconds, Int64> package var lastSeen: Int64
    /// SHA-256 of the cookie's value.
    let digest: Bytes32

    /// What it may do, with its bound.
    package var rights: Rights { Rights(grants, viewOf: viewOf ?? []) }
}

/// A browser's session as its owner sees it: an item of `GET /v1/page/sessions`.
package struct BrowserSessionDescription: Codable, Sendable, Equatable {
    /// Names the session, for `DELETE /v1/page/sessions/{id}`.
    package var id: String
    /// What people call the browser.
    package var name: String
    /// What it may do.
    package var grants: Grants
    /// The cameras to which its view is bounded; nil if it is not.
    package var viewOf: [NodeID]?
    /// When it was let in, in seconds since 1970 UTC.
    @Within<Bounds.UTCSeconds, Int64> package var enteredAt: Int64
    /// When it was last here, in seconds since 1970 UTC.
    @Within<Bounds.UTCSeconds, Int64> package var lastSeen: Int64

    /// Describes a session.
    ///
    /// - Parameter camera: the id of the node that is asked, if it is a camera: there, its own bound is `view`.
    package init(_ session: BrowserSession, on camera: NodeID? = nil) {
        let rights = session.rights.on(camera: camera)
        (id, name) = (session.id, session.name.text)
        (grants, viewOf) = (rights.grants, rights.bound)
        (enteredAt, lastSeen) = (session.enteredAt, session.lastSeen)
    }
}
