// SPDX-License-Identifier: Apache-2.0
import Synchronization
package import SystemPackage

/// How full the disk of a folder is: looked at now and then, so that who asks never waits for a disk.
package final class DiskGauge: Sendable {
    private let folder: FilePath
    private let executor = BlockingExecutor(label: "disk gauge")
    private let latest = Mutex<DiskSpace?>(nil)

    /// A gauge for the disk of a folder.
    package init(_ folder: FilePath) {
        self.folder = folder
    }

    /// The room at the last look; nil before the first one, and while it cannot be seen.
    package var space: DiskSpace? { latest.withLock { $0 } }

    /// Looks every five seconds, until cancelled.
    package func run() async {
        repeat {
            let space = try? await executor.run { [folder] in try DiskSpace(of: folder) }
            latest.withLock { $0 = space }
        } while (try? await Task.sleep(for: .seconds(5))) != nil
    }
}
