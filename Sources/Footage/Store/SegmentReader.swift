// SPDX-License-Identifier: Apache-2.0

import Disk
import Media
import SystemPackage

/// A segment's file open for reading; closes its descriptor when it is released.
final class SegmentReader {
    /// Relative to the store.
    let path: String
    private let file: FilePath
    private let descriptor: FileDescriptor

    init(_ path: String, in store: FilePath) throws {
        self.path = path
        file = store.appending(path)
        descriptor = try FileSystem.open(file, .readOnly)
    }

    deinit {
        try? descriptor.close()
    }

    func size() throws -> Int {
        try FileSystem.size(descriptor, file)
    }

    /// Exactly this range; throws `damaged` if the file ends before.
    func bytes(at offset: Int, count: Int) throws -> [UInt8] {
        let bytes = try FileSystem.read(count, from: descriptor, at: offset, file)
        guard bytes.count == count else {
            throw FootageError.damaged(path: path, offset: offset + bytes.count, reason: "the file ends here")
        }
        return bytes
    }

    func bytes(of fragment: StoredFragment) throws -> [UInt8] {
        try bytes(at: fragment.offset, count: fragment.byteCount)
    }

    /// The bytes of a fragment if they still have its digest; otherwise throws `damaged`.
    func checkedBytes(of fragment: StoredFragment) throws -> [UInt8] {
        try fragment.check(bytes(of: fragment))
    }

    /// A fragment's frames as ranges, without reading their bytes.
    func samples(of fragment: StoredFragment) throws -> [FragmentReader.Sample] {
        let expected = Fragment.headerSize(frames: fragment.frames)
        let head = try bytes(at: fragment.offset, count: min(fragment.byteCount, expected))
        if let reader = try? FragmentReader(head: head, of: fragment.byteCount) { return reader.samples }
        // Another writer's header can be longer than ours.
        return try FragmentReader(bytes(of: fragment)).samples
    }
}
