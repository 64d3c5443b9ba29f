// SPDX-License-Identifier: Apache-2.0

/// One thing that a paired peer may do.
package enum Grant: String, Codable, Sendable, CaseIterable {
    /// See live video, stills and state.
    case view
    /// Take stills and change the camera's controls.
    case shoot
    /// Start and stop recordings, fetch footage.
    case record
    /// Hand over files.
    case send
    /// Let others in, throw them out, choose pipelines.
    case admin
}
