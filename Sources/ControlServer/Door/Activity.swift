// SPDX-License-Identifier: Apache-2.0
import NIOCore
import Synchronization

/// The time at which a connection last carried bytes, in either direction.
final class Activity: Sendable {
    private let nanoseconds = Atomic<UInt64>(NIODeadline.now().uptimeNanoseconds)

    /// Stores the current time.
    func note() {
        nanoseconds.store(NIODeadline.now().uptimeNanoseconds, ordering: .relaxed)
    }

    /// Nanoseconds of the monotonic clock.
    var last: UInt64 { nanoseconds.load(ordering: .relaxed) }
}
