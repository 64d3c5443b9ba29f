// SPDX-License-Identifier: Apache-2.0
import Media
import Synchronization
import Wire

/// What waits to be written to a viewers' process: taking it in never waits, and never takes more than so much memory.
///
/// Pictures for which there is no room are left out, and those behind them, up to the next key frame of their stream.
final class ViewerFeed: Sendable {
    private enum Item {
        case message(ViewerMessage)
        case picture(AccessUnit, ParameterSets, stream: UInt32)
    }

    private struct State {
        var items: [Item] = []
        var bytes = 0
        /// Whether somebody takes things out: pictures that nobody takes would be old when somebody does.
        var isRead = false
        var isOver = false
        /// Streams of which the next picture must be a key frame.
        var stalled: Set<UInt32> = []
    }

    /// How much may wait: a key frame of a large picture, and what comes behind it while that is on its way.
    static let capacity = 8 << 20

    /// Ends when nothing more will come; for one reader.
    let wakeUps: AsyncStream<Void>
    private let wakeUp: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    init() {
        (wakeUps, wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    deinit {
        wakeUp.finish()
    }

    /// Takes a message in; they are few and never left out.
    func add(_ message: ViewerMessage) {
        state.withLock { $0.items.append(.message(message)) }
        wakeUp.yield(())
    }

    /// Takes a picture in, or leaves it out.
    func add(_ unit: AccessUnit, _ sets: ParameterSets, stream: UInt32) {
        let isTaken = state.withLock { state in
            guard state.isRead, unit.isSync || !state.stalled.contains(stream) else { return false }
            guard state.bytes + unit.bytes.count <= ViewerFeed.capacity || state.bytes == 0 else {
                state.stalled.insert(stream)
                return false
            }
            state.stalled.remove(stream)
            state.items.append(.picture(unit, sets, stream: stream))
            state.bytes += unit.bytes.count
            return true
        }
        if isTaken { wakeUp.yield(()) }
    }

    /// From now on somebody takes things out.
    func begin() {
        state.withLock { $0.isRead = true }
        wakeUp.yield(())
    }

    /// The next message, if there is one.
    func next() -> ViewerMessage? {
        let item: Item? = state.withLock { state in
            guard !state.items.isEmpty else { return nil }
            let item = state.items.removeFirst()
            if case .picture(let unit, _, _) = item { state.bytes -= unit.bytes.count }
            return item
        }
        return switch item {
        case .message(let message): message
        case .picture(let unit, let sets, let stream):
            // Here and not when it came in: that was the pump of a recording, and maybe nobody gets to see it.
            .picture(
                ViewerMessage.Picture(
                    stream: stream, tick: unit.tick, isSync: unit.isSync,
                    bytes: AnnexB.bytes(of: unit, parameterSets: sets)))
        case nil: nil
        }
    }

    /// Nothing more will come.
    func close() {
        state.withLock { $0.isOver = true }
        wakeUp.finish()
    }

    /// Whether nothing more will come.
    var isOver: Bool { state.withLock { $0.isOver } }
}
