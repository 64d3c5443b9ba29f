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

    /// The request with its recipients resolved to ids of paired recorders; if it names none, the only paired recorder is chosen.
    ///
    /// Throws a problem that lists the recorders if several are paired and none is named.
    func resolve(_ request: StillRequest) throws(Problem) -> StillRequest {
        var request = request
        guard request.save != .camera else {
            request.recipients = []
            return request
        }
        let recorders = recorders
        guard !request.recipients.isEmpty else {
            guard let only = recorders.first, recorders.count == 1 else {
                let names = recorders.map(\.name.text).joined(separator: ", ")
                throw .badRequest(
                    recorders.isEmpty
                        ? "no recorder is paired with this camera: pair one, or keep the still on the camera"
                        : "several recorders are paired: say which of them gets the still (recipients, --to): \(names)")
            }
            request.recipients = [only.id.text]
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
            return recorder.id.text
        }
        return request
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
