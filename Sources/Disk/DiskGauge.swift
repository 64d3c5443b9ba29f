// SPDX-License-Identifier: Apache-2.0
import Synchronization
package import SystemPackage

/// The space on the disk of a folder, cached so that a caller never waits for the disk.
package final class DiskGauge: Sendable {
    private let folder: FilePath
    private let reserve: DiskReserve?
    private let executor = BlockingExecutor(label: "disk gauge")
    private let latest = Mutex<DiskSpace?>(nil)

    /// A gauge for the disk of a folder.
    ///
    /// - Parameter reserve: the room that is taken again when the disk has plenty.
    package init(_ folder: FilePath, holding reserve: DiskReserve? = nil) {
        (self.folder, self.reserve) = (folder, reserve)
    }

    /// The space at the last measurement; nil before the first one, and while measuring fails.
    package var space: DiskSpace? { latest.withLock { $0 } }

    /// Measures every five seconds, until cancelled.
    package func run() async {
        repeat {
            let space = try? await executor.run { [folder, reserve] in
                reserve?.take()
                return try DiskSpace(of: folder)
            }
            latest.withLock { $0 = space }
        } while (try? await Task.sleep(for: .seconds(5))) != nil
    }
}
