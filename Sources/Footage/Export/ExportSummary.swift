// SPDX-License-Identifier: Apache-2.0

package import Media
package import SystemPackage

/// The result of an export.
package struct ExportSummary: Equatable, Sendable {
    /// The file.
    package let output: FilePath
    /// The frames in the file.
    package let frames: Int
    /// The frames of them before the range, which are needed for decoding and not shown.
    package let hiddenFrames: Int
    /// The frames of them that were encoded again.
    package let encodedFrames: Int
    /// The shown time in ticks.
    package let duration: Int64
    /// The size of the file in bytes.
    package let byteCount: Int
    /// SHA-256 of the file.
    package let digest: Digest
    /// Gaps that touch the range: stored ones, and those of footage that was left out.
    package let gaps: [Gap]
    /// The damaged fragments that were left out, also of those before the range from which it is decoded.
    package let leftOut: Set<FragmentID>
}
