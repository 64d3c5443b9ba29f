// SPDX-License-Identifier: Apache-2.0
package import Media

/// One file of a store: an init segment followed by fragments of one format and one base.
package struct StoredSegment: Hashable, Sendable, Identifiable {
    /// The catalog's number for it.
    package let id: Int64
    /// The recording that it belongs to.
    package let recording: String
    /// The camera's epoch.
    package let epoch: Int
    /// The camera's segment number.
    package let number: Int
    /// 0 for the ordinary file, more for files with late fragments of the same camera segment.
    package let part: Int
    /// The first tick of the camera's segment; times in the file count from here.
    package let base: Tick
    /// The digest of the init segment at its start.
    package let format: Digest
    /// The file's path relative to the store.
    package let path: String
    /// The width of the picture in pixels.
    package let width: Int
    /// The height of the picture in pixels.
    package let height: Int
    /// How the frames are encoded.
    package let codec: Codec
    /// The durable length of the file in bytes.
    package internal(set) var byteCount: Int
    /// Whether no more fragments will be appended.
    package let isClosed: Bool
}
