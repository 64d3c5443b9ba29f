// SPDX-License-Identifier: Apache-2.0

/// How a fragment came into a store.
package enum FragmentSource: String, Codable, Sendable, CaseIterable {
    /// Built from what the live lane brought.
    case live
    /// Fetched from the camera's spool.
    case backfill
    /// Written by the camera itself.
    case capture
    /// What live video had brought of a fragment that was never announced: its camera is gone. Replaced by what was
    /// announced, should that still come.
    case unconfirmed
}
