// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Wire

/// What a camera told of its epochs while the archive could not store it, for as long as this recorder runs.
///
/// Without it, a camera whose home is restored while the recorder's disk is full could lose an epoch without a gap.
final class UnsavedAccounts: Sendable {
    /// How many epochs are remembered, so that a camera that makes ids up takes no more memory.
    private static let capacity = 1_000

    private let rows = Mutex<[String: EpochDescription]>([:])

    /// Remembers what a camera tells now, and returns what it told before and does not tell any more, by number.
    func add(_ told: [EpochDescription]) -> [EpochDescription] {
        rows.withLock { rows in
            let forgotten = told.reduce(into: rows) { rest, row in row.id.map { rest[$0] = nil } }
            for row in told.suffix(Self.capacity - forgotten.count) {
                if let id = row.id { rows[id] = row }
            }
            return forgotten.values.sorted { $0.epoch < $1.epoch }
        }
    }

    /// The archive has stored these.
    func remove(_ stored: [EpochDescription]) {
        rows.withLock { rows in
            for row in stored { row.id.map { rows[$0] = nil } }
        }
    }
}
