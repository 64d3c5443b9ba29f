// SPDX-License-Identifier: Apache-2.0

/// Why a request was refused or failed (RFC 9457, `application/problem+json`).
package struct Problem: Error, Codable, Sendable, Equatable {
    /// What kind of problem: `about:blank` or a name under `tag:longshot,2026:`.
    package var type: String
    /// The kind in words.
    package var title: String
    /// The HTTP status.
    @Within<Bounds.Status, Int> package var status: Int
    /// What happened, where, and what to do next.
    package var detail: String

    /// Describes a problem; `name` becomes its type.
    package init(_ name: String, status: Int, title: String, detail: String) {
        type = "tag:longshot,2026:\(name)"
        (self.title, self.status, self.detail) = (title, status, detail)
    }

    /// Something that was asked for is not there.
    package static func notFound(_ detail: String) -> Problem {
        Problem("not-found", status: 404, title: "Not found", detail: detail)
    }

    /// The request cannot be understood.
    package static func badRequest(_ detail: String) -> Problem {
        Problem("bad-request", status: 400, title: "Bad request", detail: detail)
    }

    /// The node is not in a state to do it.
    package static func conflict(_ detail: String) -> Problem {
        Problem("conflict", status: 409, title: "Not now", detail: detail)
    }

    /// The node has not what the wish needs.
    package static func unsupported(_ detail: String) -> Problem {
        Problem("unsupported", status: 409, title: "Unsupported", detail: detail)
    }

    /// The node does something else, and was told not to queue this or has no room for it.
    package static func busy(_ detail: String) -> Problem {
        Problem("busy", status: 409, title: "Busy", detail: detail)
    }

    /// Another session of the same peer has replaced the one of the request.
    package var isStaleSession: Bool { type.hasSuffix(":stale-session") }
}

extension Problem: CustomStringConvertible {
    /// What happened; if the other side says nothing about it, the kind of problem or the status.
    package var description: String {
        [detail, title].first { !$0.isEmpty } ?? "the answer has status \(status) and no words"
    }
}
