// SPDX-License-Identifier: Apache-2.0
import Disk
import NIOPosix
import SystemPackage

extension DiskSpace {
    /// Reads the free space of a folder's file system, on NIO's pool for blocking calls.
    static func look(at folder: FilePath) async throws -> DiskSpace {
        try await NIOThreadPool.singleton.runIfActive { try DiskSpace(of: folder) }
    }
}
