// SPDX-License-Identifier: Apache-2.0
import Wire

/// A moment of several cameras in words.
enum MomentText {
    /// The moment, how many cameras have it, and the spread.
    static func head(_ report: MomentReport) -> String {
        let taken = report.shots.count { $0.still != nil }
        var text = "\(Format.moment(report.at)), \(taken) of \(report.shots.count.counted("camera"))"
        if let spread = report.spread {
            text += ", spread \(milliseconds(spread)) ± \(milliseconds(report.spreadUncertainty ?? 0)) ms"
        }
        return text
    }

    /// How far a still is from the moment.
    static func skew(_ still: Still) -> String {
        "\(still.skew > 0 ? "+" : "")\(milliseconds(still.skew)) ± \(milliseconds(still.uncertainty)) ms"
            + (isOfAnotherMoment(still)
                ? ", and not the moment, of which it has no picture: `snap --at` for it alone says why"
                : still.clamped ? ", the nearest that the camera still had" : "")
    }

    /// Whether a still is so far from the moment that it shows another one.
    static func isOfAnotherMoment(_ still: Still) -> Bool { still.clamped && abs(still.skew) > 1_000_000_000 }

    private static func milliseconds(_ nanoseconds: Int64) -> String { Format.decimal(Double(nanoseconds) / 1e6, 1) }
}
