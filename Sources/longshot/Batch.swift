// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// How far several files are together.
struct Batch: Sendable {
    /// How many there are.
    let count: Int
    /// Their bytes.
    let total: Int
    /// Which one is on its way, from 1.
    var number = 1
    /// The bytes of those before it.
    var done = 0

    init(count: Int, total: Int) {
        (self.count, self.total) = (count, total)
    }

    /// What stands behind the progress of a file that is so far; nothing when it is the only one.
    func words(with bytes: Int, at rate: Double) -> String {
        guard count > 1 else { return "" }
        return "  (\(number) of \(count), \(Format.bytes(done + bytes)) of \(Format.bytes(total)) in all, "
            + "\(ProgressBar.left(total - done - bytes, at: rate)) left)"
    }
}

/// How many bytes of a file were sent, over all tries.
final class Journey: Sendable {
    private struct State {
        var sent = 0
        var last: Int?
    }

    private let state = Mutex(State())

    /// Another try.
    func begin() { state.withLock { $0.last = nil } }

    /// So much of the file is behind us; the first time, that is where the try begins.
    func note(_ count: Int) {
        state.withLock { state in
            state.sent += max(0, count - (state.last ?? count))
            state.last = count
        }
    }

    /// The bytes.
    var sent: Int { state.withLock { $0.sent } }
}
