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
}
