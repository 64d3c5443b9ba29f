// SPDX-License-Identifier: Apache-2.0

/// A picture from a camera that encodes JPEG itself; needs no development.
struct Photograph: Captured {
    /// The image; its storage is shared with the access unit.
    let bytes: [UInt8]
    /// Its width in pixels.
    let width: Int
    /// Its height in pixels.
    let height: Int
    let capturedAt: Int64
    /// The epoch in which it was captured.
    let epoch: Int

    var size: Int { bytes.count }
}
