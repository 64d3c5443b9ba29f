// SPDX-License-Identifier: Apache-2.0

/// One permission of a paired peer.
package enum Grant: String, Codable, Sendable, CaseIterable {
    /// See live video, stills and state.
    case view
    /// Take stills and change the camera's controls.
    case shoot
    /// Start and stop recordings, fetch footage.
    case record
    /// Send files.
    case send
    /// Admit and revoke others, choose pipelines.
    case admin
}
