// SPDX-License-Identifier: Apache-2.0

/// Why a request was refused or failed (RFC 9457, `application/problem+json`).
package struct Problem: Error, Codable, Sendable, Equatable {
    /// The kind of problem: `about:blank` or a name under `tag:longshot,2026:`.
    package var type: String
    /// The kind in words.
    package var title: String
    /// The HTTP status.
    @Within<Bounds.Status, Int> package var status: Int
    /// What happened, where, and what to do next.
    package var detail: String
    /// The nearest pictures, if there is none of a requested moment.
    package var missing: MissingMoment?
    /// When the node revoked the asking peer, in seconds since 1970 UTC; nil for other problems, and if it is not known.
    @WithinIfPresent<Bounds.UTCSeconds, Int64> package var revokedAt: Int64?

    /// Describes a problem; `name` becomes its type.
    package init(_ name: String, status: Int, title: String, detail: String) {
        type = "tag:longshot,2026:\(name)"
        (self.title, self.status, self.detail) = (title, status, detail)
    }

    /// The requested thing does not exist.
    package static func notFound(_ detail: String) -> Problem {
        Problem("not-found", status: 404, title: "Not found", detail: detail)
    }

    /// The request cannot be understood.
    package static func badRequest(_ detail: String) -> Problem {
        Problem("bad-request", status: 400, title: "Bad request", detail: detail)
    }

    /// A pipeline refuses a value.
    package static func unusableValue(_ detail: String) -> Problem {
        Problem("unusable-value", status: 400, title: "Unusable value", detail: detail)
    }

    /// A pipeline file is wrong.
    package static func unusablePipeline(_ detail: String) -> Problem {
        Problem("unusable-pipeline", status: 409, title: "Unusable pipeline", detail: detail)
    }

    /// Whether a pipeline file, or a value for it, cannot be used.
    package var isUnusable: Bool { type.hasSuffix(":unusable-value") || type.hasSuffix(":unusable-pipeline") }

    /// Whether the received bytes differ from the announced ones.
    package var isWrongDigest: Bool { type.hasSuffix(":wrong-digest") }

    /// The node cannot do it in its present state.
    package static func conflict(_ detail: String) -> Problem {
        Problem("conflict", status: 409, title: "Not now", detail: detail)
    }

    /// The node lacks what the request needs.
    package static func unsupported(_ detail: String) -> Problem {
        Problem("unsupported", status: 409, title: "Unsupported", detail: detail)
    }

    /// The node is busy, and the request must not be queued or the queue is full.
    package static func busy(_ detail: String) -> Problem {
        Problem("busy", status: 409, title: "Busy", detail: detail)
    }

    /// The node is stopping.
    package static let stopping = Problem(
        "stopping", status: 503, title: "Stopping", detail: "the node is stopping: try again when it is back")

    /// The node has revoked the peer that asks.
    ///
    /// - Parameters:
    ///   - peer: the name of the peer.
    ///   - node: the name of the node.
    ///   - time: when, in seconds since 1970 UTC; nil if that is not known.
    ///   - role: what the peer pairs as: `camera` or `recorder`; nil for a user's remote.
    package static func revoked(_ peer: String, by node: String, at time: Int64?, as role: String?) -> Problem {
        let when = time.map { " at \($0.momentOfSeconds)" } ?? ""
        var problem = Problem(
            "revoked", status: 403, title: "Revoked",
            detail: "\(node) revoked \(peer)\(when): \(pairingAgain(node, peer, as: role))")
        problem.revokedAt = time
        return problem
    }

    /// The two commands after which a revoked peer and a node know each other again.
    ///
    /// - Parameters:
    ///   - node: the name of the node that lets the peer in.
    ///   - peer: the name of the peer that joins.
    ///   - role: what the peer pairs as: `camera` or `recorder`; nil for a user's remote.
    package static func pairingAgain(_ node: String, _ peer: String, as role: String?) -> String {
        let addition = role.map { " --as \($0)" } ?? ""
        return "`longshot pair open` on \(node) and `longshot pair join\(addition)` on \(peer) pair them again"
    }

    /// Whether the peer that asks lacks a grant.
    package var isNotGranted: Bool { type.hasSuffix(":not-granted") }

    /// Whether the node has revoked the peer that asks.
    package var isRevoked: Bool { type.hasSuffix(":revoked") }

    /// Another session of the same peer has replaced the one of the request.
    package var isStaleSession: Bool { type.hasSuffix(":stale-session") }
}

extension Problem: CustomStringConvertible {
    /// The detail; the title or the status if the other side sent no detail.
    package var description: String {
        [detail, title].first { !$0.isEmpty } ?? "the answer has status \(status) and no words"
    }
}
