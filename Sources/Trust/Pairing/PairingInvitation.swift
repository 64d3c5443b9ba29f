// SPDX-License-Identifier: Apache-2.0
package import Wire

/// The code that the owner gives to a joiner: the answer of `POST /v1/pairing/window`.
///
/// It holds the secret of the window in both forms: never log it.
package struct PairingInvitation: Codable, Sendable {
    /// The link, for QR codes and paste buffers.
    package var link: String
    /// The code for people, in groups of four.
    package let code: String
    /// The addresses of the pairing port, the best first.
    package let addresses: [PeerAddress]
    /// The time until the window closes, in seconds.
    @Within<Bounds.Seconds, Int> package var secondsLeft: Int

    /// Describes an open window.
    package init(_ link: PairingLink, secondsLeft: Int) {
        (self.link, code, addresses) = (link.text, link.code.grouped, link.addresses)
        self.secondsLeft = secondsLeft
    }
}

extension PairingInvitation: CustomStringConvertible, CustomReflectable {
    package var description: String { "(an invitation for \(secondsLeft) s)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
