// SPDX-License-Identifier: Apache-2.0

/// Why a live lane is given up and opened anew.
enum LiveLaneError: Error, CustomStringConvertible {
    /// Nothing came although the camera captured.
    case silent(milliseconds: Int)
    /// This machine stood still, so that the camera has ended the session.
    case standstill(seconds: Double)

    var description: String {
        switch self {
        case .silent(let milliseconds): "no live video came for \(milliseconds) ms: the live lane is opened anew"
        case .standstill(let seconds):
            "this machine stood still for \(Int(seconds)) s: the live lane is opened anew"
        }
    }
}
