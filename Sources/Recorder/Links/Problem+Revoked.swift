// SPDX-License-Identifier: Apache-2.0
import Wire

extension Problem {
    /// The camera has revoked this recorder.
    ///
    /// - Parameter refusal: what it did, and when.
    static func revoked(byCamera name: String, _ refusal: LinkCondition.Refusal) -> Problem {
        let reason = refusal.certainty == .said ? "" : ": it has revoked this recorder, or was set up again"
        return .conflict("\(name) \(refusal.words)\(reason); \(LinkCondition.pairing)")
    }

    /// The camera lets this recorder in, and does not let it record.
    ///
    /// - Parameter detail: the camera's answer, which says what grants it.
    static func denied(byCamera name: String, _ detail: String) -> Problem {
        .conflict("\(name) does not let this recorder record: on the camera, \(detail)")
    }

    /// This recorder has revoked the camera.
    ///
    /// - Parameter at: when, in seconds since 1970 UTC; nil if that is not known.
    static func revoked(hereCamera name: String, at time: Int64?) -> Problem {
        let when = time.map { " at \($0.momentOfSeconds)" } ?? ""
        return .conflict("this recorder has revoked \(name)\(when); \(LinkCondition.pairing)")
    }
}
