// SPDX-License-Identifier: Apache-2.0
import Media

/// Notices an H.264 stream without key frames, which no recorder and no viewer could begin with.
///
/// A long time without a key frame proves nothing, because a group of pictures may be long. But an encoder with periodic intra
/// refresh announces recovery points, and never sends a key frame again.
struct EntryWatch {
    /// How many recovery points without a key frame among them prove it.
    private static let limit = 2

    private var recoveryPoints = 0

    /// Adds a picture; true if the stream has no key frames.
    mutating func add(_ unit: AccessUnit) -> Bool {
        if unit.isSync {
            recoveryPoints = 0
        } else if unit.hasRecoveryPoint {
            recoveryPoints += 1
        }
        return recoveryPoints >= Self.limit
    }
}
