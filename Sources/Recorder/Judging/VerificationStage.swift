// SPDX-License-Identifier: Apache-2.0

/// The two passes over a recording's files during its verification.
package enum VerificationStage: String, Sendable {
    /// Digests, structure and continuity.
    case reading
    /// The pictures.
    case decoding
}
