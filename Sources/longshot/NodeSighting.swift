// SPDX-License-Identifier: Apache-2.0
import Wire

/// Something that happened among the nodes of the network, as `longshot nodes` and `longshot watch` say it.
struct NodeSighting: Codable, Sendable, Equatable {
    /// What happened.
    enum Change: String, Codable, Sendable {
        /// It is there, or says something else than before.
        case appeared, changed
        /// It is gone.
        case vanished
        /// Nodes cannot be found just now.
        case unavailable
    }

    /// Who it is, as far as that can be known.
    enum Standing: String, Codable, Sendable {
        /// It showed the certificate that was pinned.
        case paired
        /// Nobody here is paired with it.
        case unknown
        /// It goes by the id of a paired node and showed another certificate.
        case impostor
        /// It goes by the id of a paired node and could not be asked.
        case unverified
    }

    var change: Change
    var name: String?
    var role: String?
    /// The id that it claims.
    var id: String?
    var addresses: [String]?
    var standing: Standing?
    /// Whether its pairing window is open.
    var isPairing: Bool?
    /// Why it vanished, or cannot be found.
    var reason: String?

    /// The sighting for a person.
    var line: String {
        guard let name, let role, let id else { return "\(change.rawValue): \(reason ?? "")" }
        let mark =
            switch standing {
            case .paired?: "paired"
            case .impostor?: "IMPOSTOR: not the node that was paired, never used"
            case .unverified?: "claims to be a paired node, does not answer"
            case .unknown?, nil: "not paired"
            }
        let window = isPairing == true ? ", its pairing window is open" : ""
        let place = (addresses ?? []).first.map { " at \($0)" } ?? ""
        let what = change == .vanished ? "gone (\(reason ?? "unknown"))" : "\(mark)\(window)"
        return "\(id.prefix(7))  \(role)  \(ShownName(name, beside: [id]))\(place)  \(what)"
    }
}
