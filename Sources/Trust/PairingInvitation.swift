// SPDX-License-Identifier: Apache-2.0
package import Wire

/// What the owner hands to whoever is to be let in: the answer of `POST /v1/pairing/window`.
///
/// It holds the secret of the window in both forms, so it never goes into a log.
package struct PairingInvitation: Codable, Sendable {
    /// The link, for QR codes and paste buffers.
    package let link: String
    /// The code for people, in groups of four.
    package let code: String
    /// Where the pairing port may be reached, the best first.
    package let addresses: [PeerAddress]
    /// How long the window stays open.
    @Within<Bounds.Seconds, Int> package var secondsLeft: Int

    /// Invites to a window.
    package init(_ link: PairingLink, secondsLeft: Int) {
        (self.link, code, addresses) = (link.text, link.code.grouped, link.addresses)
        self.secondsLeft = secondsLeft
    }
}

extension PairingInvitation: CustomStringConvertible, CustomReflectable {
    package var description: String { "(an invitation for \(secondsLeft) s)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
