// SPDX-License-Identifier: Apache-2.0

/// How a fragment came into a store.
package enum FragmentSource: String, Codable, Sendable, CaseIterable {
    /// Built from what the live lane brought.
    case live
    /// Fetched from the camera's spool.
    case backfill
    /// Written by the camera itself.
    case capture
}
