// SPDX-License-Identifier: Apache-2.0
package import Wire

/// A browser that was admitted through a one-time link.
package struct BrowserSession: Codable, Sendable, Equatable {
    /// Identifies the session in the API; it is not a credential.
    package let id: String
    /// The browser's display name.
    package internal(set) var name: PeerName
    /// What it says that it is, for example `Chrome on Android`; nil if that is not known.
    package let program: String?
    /// Its grants.
    package internal(set) var grants: Grants
    /// The cameras to which its view is limited; nil if it is not.
    package internal(set) var viewOf: [NodeID]?
    /// When it was admitted, in seconds since 1970 UTC.
    @Within<Bounds.UTCSeconds, Int64> package var enteredAt: Int64
    /// Its last request, in seconds since 1970 UTC.
    @Within<Bounds.UTCSeconds, Int64> package var lastSeen: Int64
    /// SHA-256 of the cookie's value.
    let digest: Bytes32

    /// Its grants with the limit on cameras.
    package internal(set) var rights: Rights {
        get { Rights(grants, viewOf: viewOf ?? []) }
        set { (grants, viewOf) = (newValue.grants, newValue.bound) }
    }
}

/// A browser session without its secret: an item of `GET /v1/page/sessions`.
package struct BrowserSessionDescription: Codable, Sendable, Equatable {
    /// Identifies the session, for `PATCH` and `DELETE /v1/page/sessions/{id}`.
    package var id: String
    /// The browser's display name.
    package var name: String
    /// What it says that it is, for example `Chrome on Android`; nil if that is not known.
    package var program: String?
    /// Its grants.
    package var grants: Grants
    /// The cameras to which its view is limited; nil if it is not.
    package var viewOf: [NodeID]?
    /// When it was admitted, in seconds since 1970 UTC.
    @Within<Bounds.UTCSeconds, Int64> package var enteredAt: Int64
    /// Its last request, in seconds since 1970 UTC.
    @Within<Bounds.UTCSeconds, Int64> package var lastSeen: Int64

    /// Describes a session.
    ///
    /// - Parameter camera: this node's id if it is a camera. There, a view limited to this camera counts as plain `view`.
    package init(_ session: BrowserSession, on camera: NodeID? = nil) {
        let rights = session.rights.on(camera: camera)
        (id, name, program) = (session.id, session.name.text, session.program)
        (grants, viewOf) = (rights.grants, rights.bound)
        (enteredAt, lastSeen) = (session.enteredAt, session.lastSeen)
    }
}
