// SPDX-License-Identifier: Apache-2.0
package import Wire

/// A request for a link to a node's page: the body of `POST /v1/page/links`.
package struct PageLinkRequest: Codable, Sendable, Equatable {
    /// The browser's name; nil for what the browser says that it is, for example `Chrome on Android`.
    package var name: PeerName?
    /// Its grants; nil for the default grants of a remote.
    package var grants: Grants?
    /// The cameras to which its view is bounded.
    package var viewOf: [NodeID]?

    /// Describes a browser.
    package init(name: PeerName? = nil, grants: Grants? = nil, viewOf: [NodeID]? = nil) {
        (self.name, self.grants, self.viewOf) = (name, grants, viewOf)
    }
}

/// A link that admits one browser: the answer of `POST /v1/page/links`.
///
/// It is a secret until it is used.
package struct PageInvitation: Codable, Sendable {
    /// The link with its token, for each address of the node, the best first.
    package let links: [String]
    /// Three words that identify the link; a browser with this link shows the same.
    package let words: [String]
    /// The time until it expires, in seconds.
    @Within<Bounds.Seconds, Int> package var secondsLeft: Int

    /// Builds the links with the token behind the `#`, where it reaches neither logs nor other hosts.
    package init(token: Secret<String>, addresses: [PeerAddress]) {
        words = PairingWords.words(ofLink: token.reveal())
        links = addresses.map { "https://\($0)/enter#\(token.reveal())" }
        secondsLeft = Int(BrowserStore.linkLifetime / 1_000_000_000)
    }
}

extension PageInvitation: CustomStringConvertible, CustomReflectable {
    package var description: String { "(a link for \(secondsLeft) s)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
