// SPDX-License-Identifier: Apache-2.0
import Disk
import GStreamer
import ServiceLifecycle

/// Returns free memory to the system once a minute.
///
/// Frames, fragments and requests of all sizes come and go; the process would keep the free memory between them, and more of it
/// after each busy moment.
struct MemoryTrim: Service {
    private let executor = BlockingExecutor(label: "memory trim")

    func run() async {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: .seconds(60))) != nil {
                try? await executor.run { releaseFreeMemory() }
            }
        }
    }
}
