// SPDX-License-Identifier: Apache-2.0
import Wire

extension SavePreference {
    /// Where a still is stored, for people.
    var words: String {
        switch self {
        case .camera: "stays on the camera"
        case .recorder: "goes to a recorder"
        case .both: "on the camera and a recorder"
        }
    }
}
