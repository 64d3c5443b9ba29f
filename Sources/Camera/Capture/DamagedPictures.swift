// SPDX-License-Identifier: Apache-2.0
import Media

/// Counts the pictures that cannot be read, and decides when there are too many in a row to go on.
///
/// One flipped bit on a USB cable damages one picture, and starting the capture again would lose more than that. A camera
/// in a mode that cannot be recorded damages every picture: then only a restart can help, and the owner must read why.
struct DamagedPictures {
    /// The action for a damaged picture.
    enum Verdict: Equatable {
        /// Leave it out.
        case leaveOut
        /// Leave it out, and log how many were left out since the last report.
        case report(pictures: Int)
        /// End the capture: so many in a row were damaged.
        case fail(pictures: Int)
    }

    /// How many in a row end the capture.
    ///
    /// They are 1.7 s at 30 pictures a second; a restart takes about a second.
    private static let limit = 50
    /// How long nothing but damaged pictures may come from a camera that is too slow for `limit`, in ticks.
    private static let longest = 5 * Tick.perSecond
    /// How many in a row there must be before `longest` counts: a camera that gives a picture a minute gets as many tries.
    private static let fewest = 5
    /// The time from one report to the next, in ticks.
    private static let reportInterval = 60 * Tick.perSecond

    private var inARow = 0
    private var first: Tick?
    private var unreported = 0
    private var reportedAt: Tick?

    /// Counts a damaged picture.
    mutating func add(_ tick: Tick) -> Verdict {
        (inARow, unreported) = (inARow + 1, unreported + 1)
        let began = first ?? tick
        first = began
        if inARow >= Self.limit || (inARow >= Self.fewest && tick - began >= Self.longest) {
            return .fail(pictures: inARow)
        }
        if let reportedAt, tick - reportedAt < Self.reportInterval { return .leaveOut }
        defer { unreported = 0 }
        reportedAt = tick
        return .report(pictures: unreported)
    }

    /// Notes a picture that can be read.
    mutating func endRun() {
        (inARow, first) = (0, nil)
    }
}
