// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Synchronization

/// The ids of a node's transfers.
enum TransferID {
    private static let last = Mutex<(milliseconds: Int64, number: UInt32)>((0, 0))

    /// A new id; ids sort by time, and those of one millisecond by their order.
    static func new() -> String {
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        let (milliseconds, number) = last.withLock { last in
            // The upper half is for the ids that follow within the millisecond.
            last = now == last.milliseconds ? (now, last.number + 1) : (now, .random(in: 0x1000_0000...0x7FFF_FFFF))
            return last
        }
        return String(milliseconds, radix: 16) + "-" + String(number, radix: 16)
    }
}
