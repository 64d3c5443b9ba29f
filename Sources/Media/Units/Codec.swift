// SPDX-License-Identifier: Apache-2.0

/// How the frames of a recording are encoded.
package enum Codec: String, Codable, Sendable, CaseIterable {
    /// H.264 (ITU-T H.264, ISO 14496-10) without reordering.
    case h264
    /// Baseline JPEG (ITU-T T.81), one image per frame.
    case jpeg
}
