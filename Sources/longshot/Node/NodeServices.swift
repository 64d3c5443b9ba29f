// SPDX-License-Identifier: Apache-2.0
import Logging
import ServiceLifecycle
import Tasks
import UnixSignals

/// Runs services until Ctrl-C or SIGTERM, or until one of them fails; then ends the others in order.
enum NodeServices {
    /// The time limits of a shutdown.
    struct Limits {
        /// For all services to end by themselves; then they are cancelled.
        var graceful = Duration.seconds(10)
        /// For them to end after that; then the program ends without them.
        var cancelled = Duration.seconds(5)
    }

    /// Throws `SlowEnd` if the services do not end within the limits.
    ///
    /// - Parameter services: in the order in which they start; they end in the opposite order.
    static func run(_ services: [any Service], limits: Limits = Limits(), logger: Logger) async throws {
        let watch = ShutdownWatch()
        let watched = services.enumerated().map { watch.watching($0.offset, $0.element) }
        let configuration = ServiceGroupConfiguration(
            services: (watched + [watch]).map { service in
                .init(
                    service: service, successTerminationBehavior: .gracefullyShutdownGroup,
                    failureTerminationBehavior: .gracefullyShutdownGroup)
            },
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: quiet(logger))
        // The group gets no limits of its own: after its limit for cancellation, it ends the process by a trap.
        let (group, end) = (ServiceGroup(configuration: configuration), Pending<Result<Void, any Error>>())
        // Not a child task: a service that does not end must not keep this function from returning.
        let work = Task {
            do {
                end.resolve(.success(try await group.run()))
            } catch {
                end.resolve(.failure(error))
            }
        }
        defer { work.cancel() }
        let outcome = try await firstValue(
            of: { await end.value() },
            {
                guard await watch.beginning() != nil else { return nil }
                try await Task.sleep(for: limits.graceful)
                watch.noteSlow()
                work.cancel()
                try await Task.sleep(for: limits.cancelled)
                return .failure(
                    SlowEnd(services: watch.names, limit: limits.graceful + limits.cancelled, haveEnded: false))
            })
        var slow: SlowEnd?
        if case .failure(let error as SlowEnd) = outcome {
            slow = error
        } else if !watch.slow.isEmpty {
            slow = SlowEnd(services: watch.slow, limit: limits.graceful, haveEnded: true)
        }
        // The errors of cancelled services are not the reason.
        guard let slow else { return try outcome?.get() ?? () }
        guard let failure = watch.failure else { throw slow }
        logger.warning("\(slow)")
        throw failure
    }

    /// Only developers need the group's own messages about starting and stopping.
    private static func quiet(_ logger: Logger) -> Logger {
        var logger = logger
        logger.logLevel = max(logger.logLevel, .warning)
        return logger
    }
}
