// SPDX-License-Identifier: Apache-2.0

/// One colour component of a JPEG image and the tables that it uses.
struct JPEGComponent: Equatable {
    let id: UInt8
    /// Horizontal factor in the high half, vertical in the low.
    let sampling: UInt8
    var quantisation: Int
    var dc = 0
    var ac = 0
}
