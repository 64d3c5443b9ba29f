// SPDX-License-Identifier: Apache-2.0

/// Why a pairing failed.
///
/// The owner's side reveals as little as possible: every failed confirmation is `refused`.
package enum PairingError: Error, Equatable, Sendable {
    /// No window is open.
    case notOpen
    /// What answers at the address is not a pairing window.
    case noWindow(address: String)
    /// Nothing answers at the address of a window.
    case noAnswer(address: String, reason: String)
    /// Another joiner has shown the code and waits for the owner.
    case busy
    /// The other side speaks another version.
    case version(Int)
    /// The attempt was not confirmed, or is not known.
    case refused
    /// A message that does not fit the state of the attempt.
    case outOfTurn
    /// The other side took too long.
    case timedOut
    /// The owner decides about a joiner that does not wait any more.
    case notWaiting
    /// The node that answered is not the one that the link names.
    case impostor(expected: NodeID, found: NodeID)
    /// A node was told to pair with itself.
    case oneself
    /// The owner refused.
    case denied
    /// The window was closed before the owner decided.
    case closed
}

extension PairingError: CustomStringConvertible {
    /// A sentence or two for a log or a person.
    package var description: String {
        switch self {
        case .notOpen:
            "No pairing window is open on this node. Open one there with `longshot pair open`."
        case .noWindow(let address):
            """
            What answers at \(address) is not a pairing window, which has a port of its own each time. Run \
            `longshot pair open` on the other node, and use the address or the link that it prints.
            """
        case .noAnswer(let address, let reason):
            """
            Nothing answers at \(address) (\(reason)): a pairing window is open for five minutes, and for one pairing. Check the \
            address, or run `longshot pair open` again on the other node.
            """
        case .busy:
            "Another joiner waits for the owner of this node. Try again when the owner has decided."
        case .version(let version):
            "The other side speaks version \(version) of the pairing protocol, and this one speaks 1. Update the older."
        case .refused:
            "Refused. Check the code and the node; if both are right, somebody may stand between: try another network."
        case .outOfTurn:
            "A message of the pairing came out of turn. Begin again."
        case .notWaiting:
            "This joiner does not wait for a decision any more: another user has decided, it has left, or its time was up. "
                + "`longshot pair list` shows who was let in."
        case .timedOut:
            "The other side took too long. Begin again while the window is open."
        case .impostor(let expected, let found):
            """
            The node that answered is \(found.short), not \(expected.short) as in the link. Nothing was sent to it. \
            Check the address, and that nobody else uses it.
            """
        case .oneself:
            "A node cannot pair with itself. Give the other one a home of its own with --home."
        case .denied:
            "The owner of the node has refused. Ask them, and begin again with a new code."
        case .closed:
            "The window was closed before its owner decided. Ask them to open another one."
        }
    }
}
