// SPDX-License-Identifier: Apache-2.0
import Trust

/// The client of a connection, as identified by TLS or by a browser's cookie.
enum Visitor: Sendable, Equatable {
    /// A client with this node's own key.
    case owner
    /// A paired peer.
    case peer(NodeID)
    /// A client on the pairing port, with its certificate.
    case stranger(PinnedCertificate)
    /// A browser before a cookie identifies it; browsers have no certificate.
    case anonymous
    /// A browser with a session; the value is the session's id.
    case browser(String)

    /// Whether the owner has not admitted this client.
    var isUnknown: Bool {
        switch self {
        case .stranger, .anonymous: true
        case .owner, .peer, .browser: false
        }
    }
}

extension Visitor: CustomStringConvertible {
    /// A short description for the log, without the certificate.
    var description: String {
        switch self {
        case .owner: "owner"
        case .peer(let id): "peer \(id.short)"
        case .stranger(let certificate): "stranger \(certificate.id.short)"
        case .anonymous: "browser without a session"
        case .browser(let session): "browser \(session)"
        }
    }
}
