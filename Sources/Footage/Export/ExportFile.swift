// SPDX-License-Identifier: Apache-2.0

import Disk
import Media
import SystemPackage

/// A file that is written front to back under a temporary name and appears under its own when it is complete.
///
/// Waits for the disk on a thread of its own.
actor ExportFile {
    private let output: FilePath
    private let part: FilePath
    private let descriptor: FileDescriptor
    private let executor: BlockingExecutor
    private var digest = DigestBuilder()
    private var byteCount = 0

    /// The executor on which everything here runs.
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    init(_ output: FilePath) async throws {
        let executor = BlockingExecutor(label: "export")
        let part = FilePath(output.string + ".part")
        (self.output, self.part, self.executor) = (output, part, executor)
        descriptor = try await executor.run {
            // The remains of an attempt that was cut off.
            try FileSystem.remove(part)
            guard let descriptor = try FileSystem.create(part) else {
                throw DiskError.system(operation: "create", path: part.string, code: Errno.fileExists.rawValue)
            }
            return descriptor
        }
    }

    deinit {
        try? descriptor.close()
        // Gone already when the file was completed.
        try? FileSystem.remove(part)
    }

    /// Writes bytes behind the others; gives how many there are now.
    func append(_ bytes: [UInt8]) throws(DiskError) -> Int {
        try FileSystem.write(bytes, to: descriptor, at: byteCount, part)
        digest.update(bytes)
        byteCount += bytes.count
        return byteCount
    }

    /// Syncs the file, gives it its name, and returns its digest.
    func complete() throws(DiskError) -> Digest {
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
