// SPDX-License-Identifier: Apache-2.0
import Disk
import GStreamer
import ServiceLifecycle

/// Gives memory back that is free once a minute.
///
/// Frames, fragments and requests of all sizes come and go; what is free between them would stay with the process, and after each
/// busy moment a little more of it.
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
