// SPDX-License-Identifier: Apache-2.0

import Disk
import Media
import SystemPackage

/// Reads the fragments of a file that no row of the catalog describes.
///
/// Has one fragment in memory at a time. Stops at the first bytes that are not a whole fragment.
final class RecoveredFragments {
    /// The format of the frames; nil if the file does not begin with an init segment.
    let format: InitSegment?
    /// The end of the bytes that were read as an init segment and fragments.
    private(set) var position = 0
    private let path: FilePath
    private let file: FileDescriptor
    private let byteCount: Int

    /// Larger than any fragment: 16.8 MB of frames, and their table.
    private static let maximumBytes = 64 << 20

    /// Opens a file that begins with an init segment, or the end of such a file, which begins with a fragment.
    init(_ path: FilePath, isWhole: Bool) throws(DiskError) {
        let file = try FileSystem.open(path, .readOnly)
        let byteCount: Int
        do {
            byteCount = try FileSystem.size(file, path)
        } catch {
            try? file.close()
            throw error
        }
        (self.path, self.file, self.byteCount) = (path, file, byteCount)
        let head = isWhole ? try? Self.pair("ftyp", "moov", at: 0, of: file, byteCount, path) : nil
        format = head.flatMap { try? InitSegment(parsing: $0) }
        if format != nil { position = head?.count ?? 0 }
    }

    deinit {
        try? file.close()
    }

    /// Whether everything in the file was read.
    var isAtEnd: Bool { position == byteCount }

    /// The next fragment's bytes; nil at the end, and at bytes that are not a fragment.
    func next() throws(DiskError) -> [UInt8]? {
        guard let bytes = try Self.pair("moof", "mdat", at: position, of: file, byteCount, path) else { return nil }
        position += bytes.count
        return bytes
    }

    /// The bytes of two adjacent boxes of these types.
    private static func pair(
        _ first: String, _ second: String, at offset: Int, of file: FileDescriptor, _ end: Int, _ path: FilePath
    ) throws(DiskError) -> [UInt8]? {
        var place = offset
        for type in [first, second] {
            var head = BoxReader(try FileSystem.read(8, from: file, at: place, path))
            guard let size = try? Int(head.u32()), let name = try? head.take(4), name == Array(type.utf8), size >= 8,
                size <= end - place, place + size - offset <= maximumBytes
            else { return nil }
            place += size
        }
        let bytes = try FileSystem.read(place - offset, from: file, at: offset, path)
        return bytes.count == place - offset ? bytes : nil
    }
}
