// SPDX-License-Identifier: Apache-2.0
import Camera
import Logging
import ServiceLifecycle
import Wire

/// Sends systemd keep-alives while the node does its job; without them, systemd restarts it.
///
/// A camera whose capture is running must give frames in time (`FrameWatch`); a recorder must be able to report its state.
struct Watchdog: Service {
    private let manager: ServiceManager
    private let state: @Sendable () async -> NodeState
    private let logger: Logger

    init(_ manager: ServiceManager, logger: Logger, state: @escaping @Sendable () async -> NodeState) {
        (self.manager, self.logger, self.state) = (manager, logger, state)
    }

    func run() async {
        await cancelWhenGracefulShutdown {
            guard let interval = manager.watchdog else { return (try? await gracefulShutdown()) ?? () }
            var watch = FrameWatch()
            // A third of the interval, so that one keep-alive may be late.
            while !Task.isCancelled {
                let state = await state()
                let isAlive = watch.isAlive(
                    state.capture, frames: state.counters?.encoded ?? 0, at: .now, interval: interval / 3)
                if isAlive {
                    manager.isAlive()
                } else {
                    logger.error("no frame for too long: systemd will start the node anew")
                }
                try? await Task.sleep(for: interval / 3)
            }
        }
        manager.isStopping()
    }
}
