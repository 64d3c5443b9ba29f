// SPDX-License-Identifier: Apache-2.0
import Wire

/// A moment of several cameras in words.
enum MomentText {
    /// What is said of stills that are not fetched.
    static let whereStillsAre =
        "they stay on the cameras, and go to the recorders that fetch stills: -o NAME writes them here"

    /// The moment, how many cameras have it, and the spread.
    ///
    /// - Parameter cameras: how many cameras were asked; nil for those of the report.
    static func head(_ report: MomentReport, of cameras: Int? = nil) -> String {
        let taken = report.shots.count { $0.still != nil }
        var text = "\(Format.moment(report.at)), \(taken) of \((cameras ?? report.shots.count).counted("camera"))"
        if let spread = report.spread {
            text += ", spread \(milliseconds(spread)) ± \(milliseconds(report.spreadUncertainty ?? 0)) ms"
        }
        return text
    }

    /// How many stills each camera has taken.
    static func progress(_ series: MomentSeries) -> String {
        let names = names(of: series)
        return series.cameras.filter { $0.job != nil }
            .map { "\(names.text($0.camera, $0.name)) \($0.job?.taken ?? 0)" }.joined(separator: ", ")
            + " of \(series.count.counted("still"))"
    }

    /// The names of a series' cameras as they are shown.
    static func names(of series: MomentSeries) -> DistinctNames {
        DistinctNames(series.cameras.map { ($0.camera, $0.name) })
    }

    /// How far a still is from the moment.
    static func skew(_ still: Still) -> String {
        "\(still.skew > 0 ? "+" : "")\(milliseconds(still.skew)) ± \(milliseconds(still.uncertainty)) ms"
            + (isOfAnotherMoment(still)
                ? ", and not the moment, of which it has no picture: `snap --at` for it alone says why"
                : still.clamped ? ", the nearest that the camera still had" : "")
    }

    /// Whether a still is so far from the moment that it shows another one.
    static func isOfAnotherMoment(_ still: Still) -> Bool {
        still.clamped && abs(still.skew) > MomentRequest.tolerance
    }

    private static func milliseconds(_ nanoseconds: Int64) -> String { Format.decimal(Double(nanoseconds) / 1e6, 1) }
}
