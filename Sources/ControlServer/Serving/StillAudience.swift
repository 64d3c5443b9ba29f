// SPDX-License-Identifier: Apache-2.0
import Trust
import Wire

/// Who may see a still: the owner, browsers and remotes, and the recorders that the still names.
struct StillAudience: Sendable {
    let peers: PeerStore

    /// The recorders that are paired and not revoked.
    private var recorders: [Peer] { peers.peers.filter { $0.role == .recorder && !$0.isRevoked } }

    /// Their ids.
    var paired: Set<String> { Set(recorders.map(\.id.text)) }

    /// The request with its recipients resolved to ids of paired recorders; if it names none, the only one that has not revoked this
    /// camera is chosen.
    ///
    /// Throws a problem that lists the recorders if there are several and none is named, or that says who has revoked the other.
    func resolve(_ request: StillRequest) throws(Problem) -> StillRequest {
        var request = request
        guard request.save != .camera else {
            request.recipients = []
            return request
        }
        let recorders = recorders
        guard !request.recipients.isEmpty else {
            request.recipients = try [only(of: recorders).id.text]
            return request
        }
        request.recipients = try request.recipients.map { named throws(Problem) in
            let found = try NamedChoice.find(named, in: recorders, id: \.id.text) { [$0.name.text] }
            guard let recorder = found else {
                let names = recorders.map(\.name.text).joined(separator: ", ")
                throw .notFound(
                    "no paired recorder is called \"\(named)\"; those that are paired: \(names.isEmpty ? "none" : names)"
                )
            }
            try requireFetching(by: recorder)
            return recorder.id.text
        }
        return request
    }

    /// The only recorder that has not revoked this camera.
    private func only(of recorders: [Peer]) throws(Problem) -> Peer {
        let willing = recorders.filter { $0.revokedByPeerAt == nil }
        if let only = willing.first, willing.count == 1 { return only }
        guard willing.isEmpty else {
            let names = willing.map(\.name.text).joined(separator: ", ")
            throw .badRequest(
                "several recorders are paired: say which of them gets the still (recipients, --to): \(names)")
        }
        for recorder in recorders { try requireFetching(by: recorder) }
        if let former = peers.peers.last(where: { $0.role == .recorder && $0.isRevoked }) {
            throw Self.revoked(former.name.text, by: Self.here, at: former.revokedAt, as: former.role)
        }
        throw .badRequest("no recorder is paired with this camera: pair one, or keep the still on the camera")
    }

    /// Throws if the recorder has revoked this camera, from which it then fetches nothing.
    private func requireFetching(by recorder: Peer) throws(Problem) {
        guard let time = recorder.revokedByPeerAt else { return }
        throw Self.revoked(Self.here, by: recorder.name.text, at: time, as: .camera)
    }

    private static let here = "this camera"

    /// The problem that one node has revoked the other; not the one for a caller that was revoked.
    private static func revoked(_ peer: String, by node: String, at time: Int64?, as role: PeerRole) -> Problem {
        let revocation = Problem.revoked(peer, by: node, at: time, as: role.rawValue)
        return .conflict("\(revocation), or keep the still on the camera")
    }

    /// Whether a visitor may see a still.
    func maySee(_ still: Still, _ visitor: Visitor?) -> Bool {
        maySee(still.delivery, visitor)
    }

    /// Whether a visitor may see a still with these recipients.
    func maySee(_ delivery: StillDelivery, _ visitor: Visitor?) -> Bool {
        switch visitor {
        case .owner, .browser: true
        case .peer(let id): peers[id]?.role == .remote || delivery.isFor(id.text)
        case .stranger, .anonymous, nil: false
        }
    }

    /// The still, if the visitor may see it; throws `not-found` otherwise.
    func allow(_ still: Still, _ visitor: Visitor?) throws(Problem) -> Still {
        guard maySee(still, visitor) else { throw .notFound("there is no still \(still.id) for you on this camera") }
        return still
    }

    /// The visitor's id, if it is a paired recorder that the still names.
    func recipient(_ visitor: Visitor?, of still: Still) -> String? {
        guard case .peer(let id) = visitor, still.isFor(id.text), paired.contains(id.text) else { return nil }
        return id.text
    }

    /// Whether a visitor with these grants may see an event; restricts only events about stills.
    ///
    /// A recorder that a still names hears of it with any right.
    func mayHear(_ event: Event, _ visitor: Visitor?, with grants: Grants) -> Bool {
        let seesAll = visitor == .owner || !grants.isDisjoint(with: [.view, .shoot])
        return switch event {
        case .still(let still): maySee(still, visitor) && (seesAll || recipient(visitor, of: still) != nil)
        // It names all its stills.
        case .stillJob: seesAll
        default: true
        }
    }
}
