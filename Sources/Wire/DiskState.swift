// SPDX-License-Identifier: Apache-2.0

/// How full the disk is that footage goes to.
package struct DiskState: Codable, Sendable, Equatable {
    /// What is left, in bytes.
    @Within<Bounds.Bytes, Int64> package var free: Int64
    /// All that there is, in bytes.
    @Within<Bounds.Bytes, Int64> package var total: Int64
    /// What the node leaves free, in bytes; nil for nothing.
    @WithinIfPresent<Bounds.Bytes, Int64> package var reserve: Int64?

    /// Describes a disk.
    package init(free: Int64, total: Int64, reserve: Int64? = nil) {
        (self.free, self.total, self.reserve) = (free, total, reserve)
    }
}
