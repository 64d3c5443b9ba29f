// SPDX-License-Identifier: Apache-2.0
import Trust

/// Who is on the other end of a connection, as TLS has shown.
enum Visitor: Sendable, Equatable {
    /// Whoever holds this node's own key: its owner, on this machine.
    case owner
    /// Somebody who was let in.
    case peer(NodeID)
    /// Somebody who has a key, and wants to be let in.
    case stranger(PinnedCertificate)
    /// A browser, which has no key; its requests say by a cookie who it is.
    case anonymous
    /// A browser that was let in, by its session.
    case browser(String)

    /// Whether the owner of the node has not let this client in.
    var isUnknown: Bool {
        switch self {
        case .stranger, .anonymous: true
        case .owner, .peer, .browser: false
        }
    }
}

extension Visitor: CustomStringConvertible {
    /// A few words for the log, without the certificate.
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
