// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Tasks
import Wire

/// A running request that brings bytes of a file.
final class Reception: Sendable {
    private struct State {
        var arrived: Int
        var stop: Problem?
    }

    private let state: Mutex<State>
    /// Resolved when the request has ended.
    let ended = Pending<Void>()

    init(at offset: Int) {
        state = Mutex(State(arrived: offset))
    }

    /// The number of bytes that have arrived, including the earlier ones.
    var arrived: Int {
        get { state.withLock { $0.arrived } }
        set { state.withLock { $0.arrived = newValue } }
    }

    /// Why the request must end; nil while it may continue.
    var problem: Problem? { state.withLock { $0.stop } }

    /// Ends the request; the first reason counts.
    func stop(_ problem: Problem) {
        state.withLock { $0.stop = $0.stop ?? problem }
    }
}

/// The range of a file that a request brings.
package struct UploadAppend: Sendable, Equatable {
    /// The offset of the first byte in the file.
    package var offset: Int
    /// The number of bytes; nil if that is not known.
    package var length: Int?
    /// Whether they end the file.
    package var isLast: Bool

    /// Describes a range.
    package init(offset: Int, length: Int?, isLast: Bool) {
        (self.offset, self.length, self.isLast) = (offset, length, isLast)
    }
}
