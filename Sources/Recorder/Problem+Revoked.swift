// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Wire

extension Problem {
    private static let remedy =
        "to record it again, pair them: `longshot pair open` on the camera, and `longshot pair join --as recorder` here"

    /// The camera has revoked this recorder.
    ///
    /// - Parameter refusal: when it first refused this recorder.
    static func revoked(byCamera name: String, _ refusal: LinkCondition.Refusal) -> Problem {
        .conflict(
            "\(name) has not let this recorder in since \(refusal.words): it has revoked this recorder, or was set up again; "
                + remedy)
    }

    /// This recorder has revoked the camera.
    ///
    /// - Parameter at: when, in seconds since 1970 UTC; nil if that is not known.
    static func revoked(hereCamera name: String, at time: Int64?) -> Problem {
        let when = time.map { " at \(moment($0 * 1_000_000_000))" } ?? ""
        return .conflict("this recorder has revoked \(name)\(when); \(remedy)")
    }

    /// A time in nanoseconds since 1970 UTC as text, to the second.
    static func moment(_ nanoseconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(nanoseconds / 1_000_000_000)).formatted(Date.ISO8601FormatStyle())
    }
}
