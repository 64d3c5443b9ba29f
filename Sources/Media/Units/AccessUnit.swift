// SPDX-License-Identifier: Apache-2.0

/// One encoded frame in canonical form, equal byte for byte on camera and recorder.
///
/// H.264: NAL units in stream order, each after its length as 4 bytes big-endian, without parameter sets (types 7 and 8),
/// delimiters (9) and filler (12). JPEG: a rebuilt minimal image, see `JPEGImage`.
package struct AccessUnit: Equatable, Sendable {
    /// When the frame was captured.
    package let tick: Tick
    /// Whether a decoder can start here.
    package let isSync: Bool
    /// The canonical bytes.
    package let bytes: [UInt8]

    /// The least that a unit counts for where memory is bounded, in bytes, because even a unit of one byte takes more than that.
    package static let leastWeight = 1_024

    /// What the unit counts for where memory is bounded, in bytes.
    package var weight: Int { max(Self.leastWeight, bytes.count) }

    /// An access unit whose bytes are canonical already.
    package init(tick: Tick, isSync: Bool, bytes: [UInt8]) {
        self.tick = tick
        self.isSync = isSync
        self.bytes = bytes
    }
}
