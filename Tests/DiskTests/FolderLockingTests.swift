// SPDX-License-Identifier: Apache-2.0
import Disk
import MediaSamples
import SystemPackage
import Testing

@Suite("A folder that is locked for one change", .timeLimit(.minutes(1)))
struct FolderLockingTests {
    @Test("is free for the next change, and another change waits no longer than its limit")
    func limit() async throws {
        try await withScratch { folder in
            var changes = 0
            for _ in 0..<2 {
                try FileSystem.locking(folder, within: .zero) {
                    changes += 1
                    #expect(throws: DiskError.inUse(folder.string)) {
                        try FileSystem.locking(folder, within: .milliseconds(30)) { changes += 100 }
                    }
                }
            }
            #expect(changes == 2)
        }
    }
}
