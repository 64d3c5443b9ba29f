// SPDX-License-Identifier: Apache-2.0

/// How a fragment came into a store.
package enum FragmentSource: String, Codable, Sendable, CaseIterable {
    /// Built from frames of the live lane.
    case live
    /// Fetched from the camera's spool.
    case backfill
    /// Written by the camera itself.
    case capture
    /// Frames received live of a fragment that was never announced, because its camera is gone. Replaced by the announced fragment,
    /// if that still comes.
    case unconfirmed
}
