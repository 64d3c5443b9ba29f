// SPDX-License-Identifier: Apache-2.0
import Media

/// A plain MP4 file of a range of a recording that is not written anywhere: its head, and where in it each fragment's frames go.
package struct MovieOutline: Sendable {
    /// The frames of a fragment.
    struct Chunk: Sendable {
        /// Where they begin in the file.
        let offset: Int
        let fragment: FragmentID
        /// Of the whole fragment: another one of the same name has other frames.
        let digest: Digest
    }

    let recording: String
    /// `ftyp`, `moov` and the head of `mdat`.
    let head: [UInt8]
    /// The size of the file.
    package let byteCount: Int
    let chunks: [Chunk]
    let frames: Int
    /// Frames of them in front of the range, needed for decoding and not shown.
    let hiddenFrames: Int
    /// The time that is shown, in ticks.
    package let duration: Int64
    let first: FootagePosition
    let range: ExportRange
    /// What the file was made of.
    let version: RangeVersion
    /// A strong entity tag without its quotes (RFC 9110 §8.8.3): outlines with equal tags are of equal bytes.
    package let tag: String
}
