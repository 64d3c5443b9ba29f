// SPDX-License-Identifier: Apache-2.0
import SystemPackage

/// An error about identities, peers or keys.
///
/// No case carries a code, a key or a token, nor the text that was parsed for one.
package enum TrustError: Error, Equatable, Sendable {
    /// The expected kind of a text or of bytes.
    package enum Kind: String, Sendable {
        case address
        case certificate
        case mediaKey = "media key"
        case message
        case name
        case nodeID = "node id"
        case pairingCode = "pairing code"
        case pageLink = "link to the page"
        case pairingLink = "pairing link"
    }

    /// The input is not of this kind.
    case invalid(Kind, reason: String)
    /// A file cannot be read or written.
    case file(operation: String, path: String, reason: String)
    /// A file has invalid content.
    case damaged(path: String, reason: String)
    /// Other users can access a secret file; the mode that it should have.
    case exposed(path: String, mode: String)
    /// No peer with this id was ever paired.
    case unknownPeer(NodeID)
    /// The peer was revoked.
    case revoked(NodeID, name: String)
    /// The right key with another certificate than the pinned one.
    case reissued(NodeID, name: String)
    /// The limit is reached.
    case tooMany(String, limit: Int)
    /// The session cannot be resumed: the token was used, is too old or was never given to this peer.
    case notResumable
    /// A message of a session that a newer one has replaced.
    case staleEpoch(UInt64, current: UInt64)
}

extension TrustError {
    /// Whether a file cannot be written because the disk is full.
    package var isFullDisk: Bool {
        guard case .file(_, _, let reason) = self else { return false }
        return reason == "\(Errno.noSpace)"
    }
}

extension TrustError: CustomStringConvertible {
    /// A sentence or two for a log or a person.
    package var description: String {
        switch self {
        case .invalid(let kind, let reason):
            "This is not a valid \(kind.rawValue): \(reason)."
        case .file(let operation, let path, let reason):
            "Cannot \(operation) \(path): \(reason). Check its folder, its owner and the free space."
        case .damaged(let path, let reason):
            """
            \(path) is damaged: \(reason). It was left as it is. Restore it from a backup, \
            or move it away and pair again.
            """
        case .exposed(let path, let mode):
            """
            \(path) can be read or changed by other users, so what it holds may be known to them. \
            Run `chmod \(mode) \(path)`; if they are not to be trusted, move the folder away and pair again.
            """
        case .unknownPeer(let id):
            "\(id.short) is not paired with this node. Open a window with `longshot pair open` and pair it."
        case .revoked(let id, let name):
            "\(name) (\(id.short)) was revoked on this node. Pair it again to let it in."
        case .reissued(let id, let name):
            """
            Something with the key of \(name) (\(id.short)) shows another certificate than the paired one. \
            The port of its page does so: use that of the node. If its identity was restored or changed on purpose, revoke it \
            and pair it again.
            """
        case .tooMany(let what, let limit):
            "There are \(limit) \(what) already, and there is no room for more. Remove one first."
        case .notResumable:
            "The session cannot be resumed: begin a new one."
        case .staleEpoch(let epoch, let current):
            "The session of epoch \(epoch) was replaced by epoch \(current): use the newer one, or begin a new one. If that goes on, "
                + "another node runs with a copy of this node's home."
        }
    }
}
