// SPDX-License-Identifier: Apache-2.0
import Media
import Synchronization
import Wire

/// The queue of messages and pictures for a viewers' process; adding never waits, and the memory for pictures is bounded.
///
/// The first picture of a stream brings its group of pictures. If there is no room for a picture, drops it and all following
/// pictures of its stream up to the next key frame.
final class ViewerFeed: Sendable {
    private enum Item {
        case message(ViewerMessage)
        case picture(AccessUnit, ParameterSets, stream: UInt32)
    }

    private struct State {
        var items: [Item] = []
        var bytes = 0
        /// Whether the process reads: pictures queued before that would be old when it does.
        var isRead = false
        var isOver = false
        /// Streams of which the process has the group of pictures in progress.
        var begun: Set<UInt32> = []
        /// Streams whose next picture must be a key frame.
        var stalled: Set<UInt32> = []

        /// Appends a picture, or drops it and returns false.
        mutating func append(_ unit: AccessUnit, _ sets: ParameterSets, stream: UInt32) -> Bool {
            guard unit.isSync || !stalled.contains(stream) else { return false }
            guard bytes + unit.weight <= ViewerFeed.capacity || bytes == 0 else {
                stalled.insert(stream)
                return false
            }
            stalled.remove(stream)
            items.append(.picture(unit, sets, stream: stream))
            bytes += unit.weight
            return true
        }
    }

    /// The limit of queued pictures, in bytes: room for a group of pictures and for those that arrive while it is written.
    static let capacity = 24 << 20

    /// Signals new items, and ends when nothing more will come; for one reader.
    let wakeUps: AsyncStream<Void>
    private let wakeUp: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    init() {
        (wakeUps, wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    deinit {
        wakeUp.finish()
    }

    /// Appends a message; messages are few and never dropped.
    func add(_ message: ViewerMessage) {
        state.withLock { $0.items.append(.message(message)) }
        wakeUp.yield(())
    }

    /// Appends a picture, or drops it.
    ///
    /// - Parameter gop: the picture's group so far, including it; empty if not known.
    func add(_ unit: AccessUnit, of gop: [AccessUnit] = [], _ sets: ParameterSets, stream: UInt32) {
        let isTaken = state.withLock { state in
            guard state.isRead else { return false }
            let isFirst = state.begun.insert(stream).inserted
            var isTaken = false
            for one in isFirst && !gop.isEmpty ? gop : [unit] where state.append(one, sets, stream: stream) {
                isTaken = true
            }
            return isTaken
        }
        if isTaken { wakeUp.yield(()) }
    }

    /// Notes that the process misses pictures of a stream that nobody watches.
    func pause(_ stream: UInt32) { state.withLock { _ = $0.begun.remove(stream) } }

    /// Accepts pictures from now on.
    func begin() {
        state.withLock { $0.isRead = true }
        wakeUp.yield(())
    }

    /// Removes and returns the next message, if there is one.
    func next() -> ViewerMessage? {
        let item: Item? = state.withLock { state in
            guard !state.items.isEmpty else { return nil }
            let item = state.items.removeFirst()
            if case .picture(let unit, _, _) = item { state.bytes -= unit.weight }
            return item
        }
        return switch item {
        case .message(let message): message
        case .picture(let unit, let sets, let stream):
            // Converted here instead of when it was added, because that was the recording's pump, and the picture may never be
            // sent.
            .picture(
                ViewerMessage.Picture(
                    stream: stream, tick: unit.tick, isSync: unit.isSync,
                    bytes: AnnexB.bytes(of: unit, parameterSets: sets)))
        case nil: nil
        }
    }

    /// Ends the queue: nothing more will come.
    func close() {
        state.withLock { $0.isOver = true }
        wakeUp.finish()
    }

    /// Whether the queue has ended.
    var isOver: Bool { state.withLock { $0.isOver } }
}
