// SPDX-License-Identifier: Apache-2.0
import Wire

extension Problem {
    private static let remedy =
        "to record it again, pair them: `longshot pair open` on the camera, and `longshot pair join --as recorder` here"

    /// The camera has revoked this recorder.
    static func revoked(byCamera name: String) -> Problem {
        .conflict("\(name) no longer lets this recorder in: it has revoked it, or was set up again; \(remedy)")
    }

    /// This recorder has revoked the camera.
    static func revoked(hereCamera name: String) -> Problem {
        .conflict("this recorder has revoked \(name); \(remedy)")
    }
}
