// SPDX-License-Identifier: Apache-2.0

/// The shown part of an exported file.
struct ExportedFrames {
    /// The frames before it, which are needed for decoding.
    var hidden: Int
    /// The ticks of the first shown frame that lie before the range.
    let skipped: Int64
    /// Whether the range ends before the last frame does.
    let isCut: Bool
}
