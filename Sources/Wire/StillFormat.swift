// SPDX-License-Identifier: Apache-2.0

/// The file format of a still.
package enum StillFormat: String, Codable, Sendable, CaseIterable {
    /// Small, and right for nearly everything; the camera's own JPEG unchanged, if there is one.
    case jpeg
    /// Lossless from the raw frame on, for measurements.
    case png

    /// The media type.
    package var type: String { "image/\(rawValue)" }

    /// The ending of its file names, without the dot.
    package var ending: String { self == .jpeg ? "jpg" : rawValue }
}
