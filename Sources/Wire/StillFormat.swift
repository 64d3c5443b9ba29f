// SPDX-License-Identifier: Apache-2.0

/// What a still is made as.
package enum StillFormat: String, Codable, Sendable, CaseIterable {
    /// Small, and right for nearly everything; the camera's own JPEG as it came, when that is what there is.
    case jpeg
    /// Without loss from the raw frame on: for measuring.
    case png

    /// The media type.
    package var type: String { "image/\(rawValue)" }

    /// How the names of its files end.
    package var ending: String { self == .jpeg ? "jpg" : rawValue }
}
