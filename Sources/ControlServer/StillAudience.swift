// SPDX-License-Identifier: Apache-2.0
import Trust
import Wire

/// Who gets to see a still: the owner and remotes, and of the other nodes only those that it names.
struct StillAudience: Sendable {
    let peers: PeerStore

    /// The recorders that are paired and not revoked.
    private var recorders: [Peer] { peers.peers.filter { $0.role == .recorder && !$0.isRevoked } }

    /// Their ids.
    var paired: Set<String> { Set(recorders.map(\.id.text)) }

    /// A wish whose recipients are ids of recorders that are paired; nobody is sent anything who was not named.
    ///
    /// Throws a problem that lists the recorders when it is not clear which one is meant.
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
                        : "the field “recipients” must say which recorder gets the still: \(names)")
            }
            request.recipients = [only.id.text]
            return request
        }
        request.recipients = try request.recipients.map { named throws(Problem) in
            let found = try NamedChoice.find(named, in: recorders, id: \.id.text) { [$0.name.text] }
            guard let recorder = found else {
                throw .badRequest("the field “recipients” names “\(named)”, which is not one paired recorder")
            }
            return recorder.id.text
        }
        return request
    }

    /// Whether somebody may see a still, and its description.
    func maySee(_ still: Still, _ visitor: Visitor?) -> Bool {
        switch visitor {
        case .owner, .browser: true
        case .peer(let id): peers[id]?.role == .remote || still.isFor(id.text)
        case .stranger, .anonymous, nil: false
        }
    }

    /// The still, for somebody who may see it; for others it is not there.
    func allow(_ still: Still, _ visitor: Visitor?) throws(Problem) -> Still {
        guard maySee(still, visitor) else { throw .notFound("there is no still \(still.id) for you on this camera") }
        return still
    }

    /// The paired recorder that asks, if the still names it.
    func recipient(_ visitor: Visitor?, of still: Still) -> String? {
        guard case .peer(let id) = visitor, still.isFor(id.text), paired.contains(id.text) else { return nil }
        return id.text
    }

    /// Whether a visitor may hear of an event, as far as it tells of a still.
    func mayHear(_ event: Event, _ visitor: Visitor?) -> Bool {
        if case .still(let still) = event { maySee(still, visitor) } else { true }
    }
}
