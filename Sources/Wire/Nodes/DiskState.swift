// SPDX-License-Identifier: Apache-2.0

/// The space on the disk that stores footage.
package struct DiskState: Codable, Sendable, Equatable {
    /// The free bytes.
    @Within<Bounds.Bytes, Int64> package var free: Int64
    /// The size in bytes.
    @Within<Bounds.Bytes, Int64> package var total: Int64
    /// The bytes that the node leaves free; nil for none.
    @WithinIfPresent<Bounds.Bytes, Int64> package var reserve: Int64?

    /// Describes a disk.
    package init(free: Int64, total: Int64, reserve: Int64? = nil) {
        (self.free, self.total, self.reserve) = (free, total, reserve)
    }
}
