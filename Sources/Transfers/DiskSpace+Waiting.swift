// SPDX-License-Identifier: Apache-2.0
import Footage
import NIOPosix
import SystemPackage

extension DiskSpace {
    /// What the disk of a folder has to spare, in bytes; waits for it on a thread that is there for that.
    static func freeBytes(in folder: FilePath) async throws -> Int {
        try await NIOThreadPool.singleton.runIfActive { try DiskSpace(of: folder).free }
    }
}
