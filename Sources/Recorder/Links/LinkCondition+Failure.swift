// SPDX-License-Identifier: Apache-2.0
import Wire

/// The camera has ended its event stream, because it stops.
struct EndedByCamera: Error {}

extension LinkCondition.Failure {
    /// Classifies an error of a link.
    init(_ error: any Error) {
        self =
            switch error {
            case is EndedByCamera: .goodbye
            case let error as any CameraConnectionError where error.isNotPaired: .revoked(at: nil)
            case let problem as Problem where problem.isRevoked: .revoked(at: problem.revokedAt)
            case let problem as Problem where problem.isStaleSession: .replaced("\(problem)")
            default: .broken("\(error)")
            }
    }

    /// Whether the camera has said that it stops.
    var isGoodbye: Bool { if case .goodbye = self { true } else { false } }

    /// Whether the camera refuses this recorder.
    var isRevocation: Bool { if case .revoked = self { true } else { false } }
}
