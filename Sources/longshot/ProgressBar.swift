// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Wire

/// Bytes, rate and time left, on a terminal; nothing in a pipe.
final class ProgressBar: Sendable {
    private let label: String
    private let start = ContinuousClock.now
    private let shown = Mutex(ContinuousClock.now - .seconds(1))

    init(_ label: String) {
        self.label = label
    }

    /// So many bytes of so many are done.
    func update(_ done: Int, of total: Int) {
        guard Terminal.isWatched, total > 0 else { return }
        let now = ContinuousClock.now
        let isDue = shown.withLock { shown in
            guard now - shown > .milliseconds(100) || done == total else { return false }
            shown = now
            return true
        }
        guard isDue else { return }
        let elapsed = (now - start) / .seconds(1)
        let rate = elapsed > 0 ? Double(done) / elapsed : 0
        let left = rate > 0 ? Double(total - done) / rate : 0
        let filled = min(24, 24 * done / total)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
        Terminal.progress(
            "\(label) \(bar) \(Format.bytes(done)) of \(Format.bytes(total))  \(Format.bytes(Int(rate)))/s  "
                + "\(Format.duration(Int64(left * 1e9))) left")
    }

    /// Takes the bar away.
    func end() {
        Terminal.endProgress()
    }
}
