// SPDX-License-Identifier: Apache-2.0
import Disk
import NIOPosix
import SystemPackage

extension DiskSpace {
    /// Looks at the file system of a folder; waits for it on a thread that may block.
    static func look(at folder: FilePath) async throws -> DiskSpace {
        try await NIOThreadPool.singleton.runIfActive { try DiskSpace(of: folder) }
    }
}
