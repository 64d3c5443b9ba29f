// SPDX-License-Identifier: Apache-2.0
import Wire

extension Problem {
    /// A recording was stopped, and still waits for footage that its camera holds.
    static func ending(_ id: String) -> Problem {
        .conflict(
            "\(id) was stopped, and ends when its camera has sent the rest; if it will not come back: "
                + "`longshot recordings settle \(id)`")
    }
}
