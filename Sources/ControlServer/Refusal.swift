// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Trust
import Wire

/// A problem that needs additional header fields.
struct Refusal: Error {
    let problem: Problem
    var headers: HTTPFields = [:]
    /// Whether it is sent while the client may still be sending a body, which will not be read.
    var isBeforeBody = false

    /// The path exists, but not with this method (RFC 9110 §15.5.6).
    static func method(_ method: HTTPRequest.Method, on path: String, allowed: [HTTPRequest.Method])
        -> Refusal
    {
        let list = allowed.map(\.rawValue).joined(separator: ", ")
        return Refusal(
            problem: Problem(
                "method-not-allowed", status: 405, title: "Method not allowed",
                detail: "\(path) does not understand \(method.rawValue): use \(list)"),
            headers: [.allow: list])
    }

    /// The bytes are not those of `If-Match` (RFC 9110 §15.5.13).
    static func precondition(_ tag: String?) -> Refusal {
        var headers: HTTPFields = [:]
        headers[.eTag] = tag
        return Refusal(
            problem: Problem(
                "precondition-failed", status: 412, title: "Precondition failed",
                detail: "the bytes are no longer those of If-Match: ask anew without it"),
            headers: headers)
    }

    /// The requested bytes do not exist (RFC 9110 §15.5.17).
    static func range(size: Int) -> Refusal {
        Refusal(
            problem: Problem(
                "range-not-satisfiable", status: 416, title: "Range not satisfiable",
                detail: "the file has \(size.counted("byte")): ask for a range that begins inside"),
            headers: [.contentRange: "bytes */\(size)"])
    }
}

extension Problem {
    /// The body is larger than any request needs.
    static let bodyTooLarge = Problem(
        "content-too-large", status: 413, title: "Content too large",
        detail: "the body is larger than \(ByteSize.text(ServerLimits.body)): no request needs that much")

    /// The method has no body (RFC 9110 §9.3.1).
    static let bodyUnwanted = Problem(
        "content-too-large", status: 413, title: "Content too large",
        detail: "only POST, PUT and PATCH have a body here: send none")

    /// The body has another media type than the route accepts.
    static func contentType(_ type: String?, wanted: String = "application/json") -> Problem {
        Problem(
            "unsupported-media-type", status: 415, title: "Unsupported media type",
            detail: "the body's Content-Type is \(type ?? "missing"): send \(wanted)")
    }

    /// The visitor is known, but lacks the grant.
    static func notGranted(_ needed: Requirement, in context: ControlContext) -> Problem {
        let grants: Grants =
            switch needed {
            case .anyOf(let grants): grants
            case .viewOfSome(let others): others.union(.view)
            case .anything: .all
            case .none: []
            }
        let names = grants.list.map(\.rawValue).joined(separator: " or ")
        let missing = grants.list.first.map { "+\($0.rawValue)" } ?? "none"
        let command =
            switch context.visitor {
            case .browser(let session): "page grant \(session) \(missing)"
            case .peer(let id): "pair grant \(id.short) \(missing)"
            default: "pair grant PEER \(missing)"
            }
        return Problem(
            "not-granted", status: 403, title: "Not granted",
            detail: "this needs the grant \(names): the node's owner can give it with `longshot \(command)`")
    }

    /// The visitor is not a paired recorder that the still names.
    static var notRecipient: Problem {
        Problem(
            "not-granted", status: 403, title: "Not granted",
            detail: "only a paired recorder that the still names can say that it has stored it")
    }

    /// The Host field names another host than the node.
    static func misdirected(_ host: String) -> Problem {
        Problem(
            "misdirected-request", status: 421, title: "Misdirected request",
            detail:
                "the Host field says \"\(host)\", which is not this node: use its address, or allow it with --page-host"
        )
    }

    /// The browser has no session.
    static let notSignedIn = Problem(
        "not-signed-in", status: 401, title: "Not let in",
        detail: "this browser has no session: open a link of `longshot page`")

    /// The request comes from a foreign web page.
    static func foreignOrigin(_ origin: String) -> Problem {
        Problem(
            "foreign-origin", status: 403, title: "Foreign origin",
            detail:
                "the request comes from a web page (\"\(origin)\") that may not use this port")
    }

    /// An error of the node; the cause is in the log.
    static let failed = Problem(
        "internal-error", status: 500, title: "Internal error",
        detail: "the node could not do it: its log says why")

    static func unknownRoute(_ path: String) -> Problem {
        .notFound("there is no \(path) on this node: docs/reference/api.md lists what there is")
    }
}
