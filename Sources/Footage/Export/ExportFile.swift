// SPDX-License-Identifier: Apache-2.0

import Disk
import Media
import SystemPackage

/// A file that is written front to back under a temporary name and appears under its own when it is complete.
struct ExportFile: ~Copyable {
    private let output: FilePath
    private let part: FilePath
    private let descriptor: FileDescriptor
    private var digest = DigestBuilder()
    private(set) var byteCount = 0

    init(_ output: FilePath) throws(DiskError) {
        self.output = output
        part = FilePath(output.string + ".part")
        // The remains of an attempt that was cut off.
        try FileSystem.remove(part)
        guard let descriptor = try FileSystem.create(part) else {
            throw .system(operation: "create", path: part.string, code: Errno.fileExists.rawValue)
        }
        self.descriptor = descriptor
    }

    deinit {
        try? descriptor.close()
        // Gone already when the file was completed.
        try? FileSystem.remove(part)
    }

    mutating func append(_ bytes: [UInt8]) throws(DiskError) {
        try FileSystem.write(bytes, to: descriptor, at: byteCount, part)
        digest.update(bytes)
        byteCount += bytes.count
    }

    /// Syncs the file, gives it its name, and returns its digest.
    mutating func complete() throws(DiskError) -> Digest {
        do {
            try FileSystem.synchronizeData(descriptor)
        } catch {
            throw .system(operation: "sync", path: part.string, code: error.rawValue)
        }
        try FileSystem.rename(part, to: output)
        try FileSystem.synchronizeDirectory(output.removingLastComponent())
        return digest.finalize()
    }
}
