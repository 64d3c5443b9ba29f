// SPDX-License-Identifier: Apache-2.0

package import Media
package import SystemPackage

/// What an export wrote.
package struct ExportSummary: Equatable, Sendable {
    /// The file.
    package let output: FilePath
    /// The frames in the file.
    package let frames: Int
    /// Frames of them in front of the range, needed for decoding and not shown.
    package let hiddenFrames: Int
    /// The time that is shown, in ticks.
    package let duration: Int64
    /// The size of the file.
    package let byteCount: Int
    /// SHA-256 of the file.
    package let digest: Digest
    /// Recorded gaps that touch the range.
    package let gaps: [Gap]
}
