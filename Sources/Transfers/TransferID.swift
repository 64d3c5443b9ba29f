// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// The ids of a node's transfers.
enum TransferID {
    /// A new id; ids sort by time, to the millisecond.
    static func new() -> String {
        let milliseconds = Int64(Date().timeIntervalSince1970 * 1_000)
        return String(milliseconds, radix: 16) + "-" + String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16)
    }
}
