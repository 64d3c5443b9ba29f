// SPDX-License-Identifier: Apache-2.0
import Logging
import ServiceLifecycle
import Wire

/// Gives systemd its signs of life while the node does its job, and none when it does not: then systemd starts it anew.
///
/// A camera whose capture is said to run must have brought a frame since the last sign; a recorder must be able to say how
/// its archive is. A capture that has failed is no reason: it is being started again already.
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
            var frames = -1
            // A third of the time: one sign may be late.
            while !Task.isCancelled {
                let state = await state()
                let encoded = state.counters?.encoded
                if state.capture?.phase != .running || encoded != frames {
                    manager.isAlive()
                } else {
                    logger.error("no frame since the last look: systemd will start the node anew")
                }
                frames = encoded ?? -1
                try? await Task.sleep(for: interval / 3)
            }
        }
        manager.isStopping()
    }
}
