// SPDX-License-Identifier: Apache-2.0
import Wire

extension Problem {
    /// The archive has no recording of that id.
    static func noRecording(_ id: String) -> Problem {
        .notFound("there is no recording \(id): `longshot recordings` lists them")
    }
}
