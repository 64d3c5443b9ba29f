// SPDX-License-Identifier: Apache-2.0
import Wire

/// Why a network camera did not tell its streams.
package enum NetworkCameraError: Error, Equatable, Sendable {
    /// It wants a user and a password, or refuses those that were given.
    case notAuthorized
    /// It does not answer, or not in time.
    case unreachable
    /// It refused a request, in its own words.
    case refused(String)
    /// Its answer cannot be read.
    case unreadable(String)
}

extension NetworkCameraError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notAuthorized: "it wants a user and a password"
        case .unreachable: "it does not answer"
        case .refused(let reason): "it refuses: \(reason)"
        case .unreadable(let reason): "its answer cannot be read: \(reason)"
        }
    }
}

extension NetworkCameraError {
    /// The same without words of the camera.
    var obstacle: NetworkCamera.Obstacle {
        switch self {
        case .notAuthorized: .notAuthorized
        case .unreachable: .unreachable
        case .refused: .refused
        case .unreadable: .unreadable
        }
    }
}
