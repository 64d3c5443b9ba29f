// SPDX-License-Identifier: Apache-2.0

package import Disk
package import Media
package import SystemPackage

/// A file that is written sequentially under a temporary name and renamed when it is complete.
///
/// Blocking disk calls run on a separate executor.
package actor ExportFile {
    private let output: FilePath
    private let part: FilePath
    private let descriptor: FileDescriptor
    private let executor: BlockingExecutor
    private var digest = DigestBuilder()
    private var byteCount = 0

    /// The executor for blocking disk calls.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Begins the file; replaces what an interrupted attempt left.
    package init(_ output: FilePath) async throws {
        let executor = BlockingExecutor(label: "export")
        let part = FilePath(output.string + ".part")
        (self.output, self.part, self.executor) = (output, part, executor)
        descriptor = try await executor.run {
            try FileSystem.remove(part)
            guard let descriptor = try FileSystem.create(part, permissions: .user) else {
                throw DiskError.system(operation: "create", path: part.string, code: Errno.fileExists.rawValue)
            }
            return descriptor
        }
    }

    deinit {
        try? descriptor.close()
        // Does nothing if the file was completed and renamed.
        try? FileSystem.remove(part)
    }

    /// Appends bytes; returns the file's new size.
    package func append(_ bytes: [UInt8]) throws(DiskError) -> Int {
        try FileSystem.write(bytes, to: descriptor, at: byteCount, part)
        digest.update(bytes)
        byteCount += bytes.count
        return byteCount
    }

    /// Syncs the file, renames it to its final name, and returns its digest.
    package func complete() throws(DiskError) -> Digest {
        try FileSystem.synchronize(descriptor, part)
        try FileSystem.rename(part, to: output)
        try FileSystem.synchronizeDirectory(output.removingLastComponent())
        return digest.finalize()
    }
}
