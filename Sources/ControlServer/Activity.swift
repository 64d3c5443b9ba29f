// SPDX-License-Identifier: Apache-2.0
import NIOCore
import Synchronization

/// When bytes last passed a connection, in either direction.
final class Activity: Sendable {
    private let nanoseconds = Atomic<UInt64>(NIODeadline.now().uptimeNanoseconds)

    /// Notes that bytes pass now.
    func note() {
        nanoseconds.store(NIODeadline.now().uptimeNanoseconds, ordering: .relaxed)
    }

    /// The moment, in nanoseconds of a clock that never steps.
    var last: UInt64 { nanoseconds.load(ordering: .relaxed) }
}
