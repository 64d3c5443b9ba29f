// SPDX-License-Identifier: Apache-2.0
package import Wire

/// A wish for a link to a node's page: the body of `POST /v1/page/links`.
package struct PageLinkRequest: Codable, Sendable, Equatable {
    /// What to call the browser.
    package var name: PeerName
    /// What it may do; what a remote usually may, when left out.
    package var grants: Grants?
    /// The cameras to which its view is bounded.
    package var viewOf: [NodeID]?

    /// Describes a browser.
    package init(name: PeerName, grants: Grants? = nil, viewOf: [NodeID]? = nil) {
        (self.name, self.grants, self.viewOf) = (name, grants, viewOf)
    }
}

/// A link that lets one browser in: the answer of `POST /v1/page/links`.
///
/// It is a secret until it was used.
package struct PageInvitation: Codable, Sendable {
    /// The link with its token, for each address of the node, the best first.
    package let links: [String]
    /// Three words that the browser shows too: whoever holds it came by this link.
    package let words: [String]
    /// How long it works.
    @Within<Bounds.Seconds, Int> package var secondsLeft: Int

    /// Puts a token into links; behind the `#` it reaches neither logs nor other hosts.
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
