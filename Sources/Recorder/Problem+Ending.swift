// SPDX-License-Identifier: Apache-2.0
import Pipelines
import Wire

extension Problem {
    /// A recording was stopped, and still waits for footage that its camera holds.
    ///
    /// - Parameter trouble: why the rest cannot be stored, in words; nil if the camera is away or still sends it.
    static func ending(_ id: String, trouble: String? = nil) -> Problem {
        let settling = "`longshot recordings settle \(id)`"
        return .conflict(
            trouble.map { "\(id) was stopped, and cannot end: \($0.sentence) \(settling) ends it without the rest" }
                ?? "\(id) was stopped, and ends when its camera has sent the rest; if it will not come back: \(settling)"
        )
    }
}
