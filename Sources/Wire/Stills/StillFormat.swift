// SPDX-License-Identifier: Apache-2.0

/// The file format of a still.
package enum StillFormat: String, Codable, Sendable, CaseIterable {
    /// Small, and right for nearly everything; the camera's own JPEG unchanged, if there is one.
    case jpeg
    /// Lossless from the raw frame on, for measurements.
    case png

    /// The format of a file name with this ending, in any case; nil for other endings.
    package init?(ending: String) {
        switch ending.lowercased() {
        case "jpg", "jpeg": self = .jpeg
        case "png": self = .png
        default: return nil
        }
    }

    /// The media type.
    package var type: String { "image/\(rawValue)" }

    /// The ending of its file names, without the dot.
    package var ending: String { self == .jpeg ? "jpg" : rawValue }
}
