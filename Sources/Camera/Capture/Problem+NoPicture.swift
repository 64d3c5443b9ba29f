// SPDX-License-Identifier: Apache-2.0
import Media
import Pipelines
import Wire

extension Problem {
    /// There is no picture of a moment.
    ///
    /// - Parameters:
    ///   - utc: the moment, in nanoseconds since 1970.
    ///   - trouble: why the spool cannot store footage; nil if it can.
    static func noPicture(of utc: Int64, _ missing: MissingMoment, trouble: String? = nil) -> Problem {
        let why: String
        // A recording may reach further back than the spool, and have live frames of which the camera lost the fragment.
        let isElsewhere =
            missing.reason.map { $0 == LostFootage.trimmed || !GapReason(rawValue: $0).isInsideFragments }
            ?? (missing.before == nil && missing.after != nil)
        if missing.reason == LostFootage.trimmed {
            why = "its footage was deleted to make room, and no recorder needed it any more"
        } else if let reason = missing.reason {
            why = "frames are missing there: \(GapReason(rawValue: reason).explanation ?? reason)"
        } else if missing.before == nil {
            why = missing.after == nil ? "the camera has no footage" : "the camera's footage begins later"
        } else if missing.after == nil {
            why = trouble ?? "the camera's footage ends earlier"
        } else {
            why = "frames are missing there, and the reason is not known"
        }
        let nearest = [missing.before, missing.after].compactMap { $0?.moment }
        let verb = nearest.count == 1 ? "frame is" : "frames are"
        var detail = "there is no picture of \(utc.moment): \(why)"
        if !nearest.isEmpty {
            detail = "\(detail.sentence) The nearest \(verb) of \(nearest.joined(separator: " and "))"
        }
        if isElsewhere {
            let end = utc.addingSaturating(2_000_000_000)
            detail =
                "\(detail.sentence) A recorder that recorded it may still have it; on that machine: "
                + "`longshot export --from \(utc.moment) --to \(end.moment) -o clip.mp4`"
        }
        var problem = noPicture(detail)
        problem.missing = missing
        return problem
    }

    /// The nearest picture is further from a press than its tolerance.
    ///
    /// - Parameter distance: how far, in nanoseconds.
    static func noPicture(within distance: Int64) -> Problem {
        noPicture(
            "the camera has no picture near the press: the nearest one is \(distance / 1_000_000) ms "
                + "away. Look whether its picture moves, then press again")
    }

    /// The picture of a press has not come, because the camera's pictures come late.
    ///
    /// - Parameter lateness: how late, in nanoseconds.
    static func noPicture(late lateness: Int64) -> Problem {
        noPicture(
            "the camera has no picture of the press yet: \(CaptureState.words(lateness: lateness)). Press again; if that goes "
                + "on, choose a smaller picture or a lower rate")
    }

    /// The camera captures nothing, and its last picture is older than the press tolerates.
    ///
    /// - Parameter utc: the moment of that picture, in nanoseconds since 1970; nil if there was none.
    static func noPicture(since utc: Int64?, of capture: CaptureState) -> Problem {
        let since = utc.map { "since \($0.moment)" } ?? "yet"
        let why = capture.reason.map { " (\($0))" } ?? ""
        let advice =
            switch capture.phase {
            case .starting, .running: "It starts: press again when it runs"
            case .failed: "It tries again by itself: press again when it runs, and look at its log if it does not"
            case .stopped: "`longshot pipeline use` starts another pipeline: then press again"
            }
        return noPicture("the camera has sent no picture \(since)\(why). \(advice)")
    }

    private static func noPicture(_ detail: String) -> Problem {
        Problem("no-picture", status: 404, title: "No picture", detail: detail)
    }
}
