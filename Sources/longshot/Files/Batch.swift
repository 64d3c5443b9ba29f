// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The progress of several files together.
struct Batch: Sendable {
    let count: Int
    /// The size of all files in bytes.
    let total: Int
    /// The number of the current file, from 1.
    var number = 1
    /// The size of the files before it, in bytes.
    var done = 0

    init(count: Int, total: Int) {
        (self.count, self.total) = (count, total)
    }

    /// The label of the progress of the current file: its name, with its place among several.
    func label(_ name: String) -> String { count > 1 ? "\(number)/\(count) \(name)" : name }
}

/// Counts the bytes of a file that were sent, over all retries.
final class Journey: Sendable {
    private struct State {
        var sent = 0
        var last: Int?
    }

    private let state = Mutex(State())

    /// Begins another try.
    func begin() { state.withLock { $0.last = nil } }

    /// Sets how much of the file has been sent; the first call of a try is where it begins.
    func note(_ count: Int) {
        state.withLock { state in
            state.sent += max(0, count - (state.last ?? count))
            state.last = count
        }
    }

    var sent: Int { state.withLock { $0.sent } }
}
