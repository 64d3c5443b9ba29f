// SPDX-License-Identifier: Apache-2.0
import Trust
import Wire

extension Problem {
    /// The camera has revoked this recorder.
    ///
    /// - Parameter refusal: what it did, and when.
    static func revoked(byCamera name: String, _ refusal: LinkCondition.Refusal) -> Problem {
        let reason = refusal.certainty == .said ? "" : ": it has revoked this recorder, or was set up again"
        return .conflict("\(name) \(refusal.words)\(reason); \(LinkCondition.pairing)")
    }

    /// The camera lets this recorder in, and denies it something.
    ///
    /// - Parameter denial: what, as ``denial(of:needing:to:)`` says it.
    static func denied(byCamera name: String, _ denial: String) -> Problem { .conflict("\(name) \(denial)") }

    /// What a camera denies a recorder, without its subject, and the command that permits it.
    ///
    /// - Parameters:
    ///   - work: what the recorder cannot do.
    ///   - grant: what that needs.
    ///   - recorder: the id of the recorder.
    static func denial(of work: String, needing grant: Grant, to recorder: String) -> String {
        "does not let this recorder \(work): on the camera, `longshot pair grant \(recorder.prefix(7)) +\(grant.rawValue)` permits "
            + "it (with --home, if its home is not the usual one)"
    }

    /// This recorder has revoked the camera.
    ///
    /// - Parameter at: when, in seconds since 1970 UTC; nil if that is not known.
    static func revoked(hereCamera name: String, at time: Int64?) -> Problem {
        let when = time.map { " at \($0.momentOfSeconds)" } ?? ""
        return .conflict("this recorder has revoked \(name)\(when); \(LinkCondition.pairing)")
    }
}
