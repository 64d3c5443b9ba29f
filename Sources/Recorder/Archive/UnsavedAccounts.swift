// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Wire

/// The epochs that a camera reported and that the archive could not store yet; kept in memory only.
///
/// Without them, an epoch could be lost without a gap if the camera's home is restored while the recorder's disk is full.
final class UnsavedAccounts: Sendable {
    /// The maximum number of epochs, so that a camera that invents ids cannot exhaust the memory.
    private static let capacity = 1_000

    private let rows = Mutex<[String: EpochDescription]>([:])

    /// Adds the reported epochs, and returns earlier ones that the camera no longer reports, by number.
    func add(_ told: [EpochDescription]) -> [EpochDescription] {
        rows.withLock { rows in
            let forgotten = told.reduce(into: rows) { rest, row in row.id.map { rest[$0] = nil } }
            for row in told.suffix(Self.capacity - forgotten.count) {
                if let id = row.id { rows[id] = row }
            }
            return forgotten.values.sorted { $0.epoch < $1.epoch }
        }
    }

    /// Removes epochs that the archive has stored.
    func remove(_ stored: [EpochDescription]) {
        rows.withLock { rows in
            for row in stored { row.id.map { rows[$0] = nil } }
        }
    }
}
