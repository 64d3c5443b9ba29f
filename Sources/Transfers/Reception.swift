// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Tasks
import Wire

/// One request that brings bytes of a file, while it lasts.
final class Reception: Sendable {
    private struct State {
        var arrived: Int
        var stop: Problem?
    }

    private let state: Mutex<State>
    /// Resolved when nothing more comes through it.
    let ended = Pending<Void>()

    init(at offset: Int) {
        state = Mutex(State(arrived: offset))
    }

    /// How many bytes have come, the earlier ones included.
    var arrived: Int {
        get { state.withLock { $0.arrived } }
        set { state.withLock { $0.arrived = newValue } }
    }

    /// Why it is to end; nil while it may go on.
    var problem: Problem? { state.withLock { $0.stop } }

    /// Ends it; the first reason counts.
    func stop(_ problem: Problem) {
        state.withLock { $0.stop = $0.stop ?? problem }
    }
}

/// What a request says about the bytes that it brings.
package struct UploadAppend: Sendable, Equatable {
    /// Behind how many bytes they come.
    package var offset: Int
    /// How many they are; nil when that is not known.
    package var length: Int?
    /// Whether they are the last.
    package var isLast: Bool

    /// Describes bytes to come.
    package init(offset: Int, length: Int?, isLast: Bool) {
        (self.offset, self.length, self.isLast) = (offset, length, isLast)
    }
}
