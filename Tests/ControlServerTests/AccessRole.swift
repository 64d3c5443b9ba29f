// SPDX-License-Identifier: Apache-2.0
import ControlClient
import TestSupport
import Trust

/// A role in which a client connects to a node: a column of the table in `docs/design/threat-model.md`.
enum AccessRole: String, CaseIterable {
    case stranger
    case camera
    case recorder
    case view
    case viewOfThis = "view:this"
    case viewOfOther = "view:other"
    case shoot
    case record
    case send
    case admin
    case owner

    /// The role under which the node stores this peer.
    private var peerRole: PeerRole {
        switch self {
        case .camera: .camera
        case .recorder: .recorder
        default: .remote
        }
    }

    private var rights: Rights {
        get throws {
            switch self {
            case .stranger: Rights([])
            case .camera: Rights(.usual(for: .camera, on: .recorder))
            case .recorder: Rights(.usual(for: .recorder, on: .camera))
            case .view: Rights(.view)
            case .viewOfThis: Rights([], viewOf: [OwnNode.identity.id])
            case .viewOfOther: Rights([], viewOf: [try NodeIdentity().id])
            case .shoot: Rights(.shoot)
            case .record: Rights(.record)
            case .send: Rights(.send)
            case .admin: Rights(.admin)
            case .owner: Rights(.all)
            }
        }
    }

    /// A key of this role; the node accepts it unless the role is `stranger`.
    func access(to peers: PeerStore) throws -> Access {
        guard self != .owner else { return OwnNode.access }
        let identity = try NodeIdentity()
        if self != .stranger {
            let rights = try rights
            try peers.add(
                Peer(
                    certificate: identity.certificate, name: PeerName("role"), role: peerRole, grants: rights.grants,
                    viewOf: rights.bound ?? [], pairedAt: 0))
        }
        return Access(as: identity, to: OwnNode.identity.certificate)
    }
}
