// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Wire

/// Shows bytes, rate and time left on a terminal, and nothing in a pipe.
final class ProgressBar: Sendable {
    private struct State {
        var shown = ContinuousClock.now - .seconds(1)
        /// The bytes that were done at the start, which took no time.
        var first: Int?
    }

    /// The width of the label, which leaves room for the rest on a line of 80 characters, and the least one.
    private static let (labelWidth, leastLabel) = (23, 8)
    private static let cells = 10
    /// The width of the figures behind the bar.
    private static let figures = 44

    private let label: String
    private let start = ContinuousClock.now
    private let state = Mutex(State())

    init(_ label: String) {
        self.label = label
    }

    /// Shows how many bytes of all are done.
    func update(_ done: Int, of total: Int) {
        guard Terminal.isWatched, total > 0 else { return }
        let now = ContinuousClock.now
        let first: Int? = state.withLock { state in
            let first = state.first ?? done
            state.first = first
            guard now - state.shown > .milliseconds(100) || done == total else { return nil }
            state.shown = now
            return first
        }
        guard let first else { return }
        let elapsed = (now - start) / .seconds(1)
        let rate = elapsed > 0 ? Double(done - first) / elapsed : 0
        let filled = min(Self.cells, Self.cells * done / total)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.cells - filled)
        // On a narrow terminal the label is shorter, and then the bar goes: the figures say more.
        let room = (Terminal.width ?? 80) - 1 - Self.figures - 1
        let hasBar = room >= Self.leastLabel + 1 + Self.cells
        let width = min(Self.labelWidth, max(Self.leastLabel, hasBar ? room - Self.cells - 1 : room))
        func column(_ text: String, _ width: Int) -> String { Format.column(text, width, isRight: true) }
        Terminal.progress(
            "\(Format.column(label, width)) \(hasBar ? "\(bar) " : "")\(column(ByteSize.text(done), 8)) of "
                + "\(column(ByteSize.text(total), 8)) \(column(ByteSize.text(Int(rate)), 8))/s "
                + "\(column(Self.left(total - done, at: rate), 7)) left")
    }

    /// The time for bytes at a rate, as text; a dash while the rate is unknown.
    static func left(_ bytes: Int, at rate: Double) -> String {
        guard bytes > 0 else { return Format.duration(0) }
        return rate > 0 ? Format.duration(Int64(min(Double(bytes) / rate, 1e9) * 1e9)) : "–"
    }

    /// Removes the bar.
    func end() {
        Terminal.endProgress()
    }
}
