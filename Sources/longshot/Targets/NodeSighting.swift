// SPDX-License-Identifier: Apache-2.0
import Wire

/// A change among the nodes of the network, as `longshot nodes` and `longshot watch` show it.
struct NodeSighting: Codable, Sendable, Equatable {
    enum Change: String, Codable, Sendable {
        /// The node is there, or its announcement has changed.
        case appeared, changed
        /// The node is gone.
        case vanished
        /// Nodes cannot be found at present.
        case unavailable
    }

    /// The identity of the node, as far as it can be known.
    enum Standing: String, Codable, Sendable {
        /// It has the key of a home of this user.
        case own
        /// It showed the certificate that was pinned.
        case paired
        /// It is not paired here.
        case unknown
        /// It claims the id of a paired node, but showed another certificate.
        case impostor
        /// It claims the id of a paired node, but could not be asked.
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
    /// Why it vanished, or why nodes cannot be found.
    var reason: String?

    /// The sighting as text.
    var line: String {
        guard let name, let role, let id else { return "\(change.rawValue): \(reason ?? "")" }
        let mark =
            switch standing {
            case .own?: "on this machine"
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
