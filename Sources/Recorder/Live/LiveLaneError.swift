// SPDX-License-Identifier: Apache-2.0

/// Why the recorder closes a live lane and opens a new one.
enum LiveLaneError: Error, CustomStringConvertible {
    /// No live video arrived although the camera captured.
    case silent(milliseconds: Int)
    /// This machine was suspended, so the camera has ended the session.
    case standstill(seconds: Double)

    var description: String {
        switch self {
        case .silent(let milliseconds): "no live video came for \(milliseconds) ms: the live lane is opened anew"
        case .standstill(let seconds):
            "this machine stood still for \(Int(seconds)) s: the live lane is opened anew"
        }
    }
}
