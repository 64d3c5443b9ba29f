// SPDX-License-Identifier: Apache-2.0
import Logging
import ServiceLifecycle
import UnixSignals

/// Runs services until Ctrl-C or SIGTERM, or until one of them fails; then ends the others in order.
enum NodeServices {
    /// - Parameter services: in the order in which they start; they end in the opposite order.
    static func run(_ services: [any Service], logger: Logger) async throws {
        var configuration = ServiceGroupConfiguration(
            services: services.map { service in
                .init(
                    service: service, successTerminationBehavior: .gracefullyShutdownGroup,
                    failureTerminationBehavior: .gracefullyShutdownGroup)
            },
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: quiet(logger))
        configuration.maximumGracefulShutdownDuration = .seconds(10)
        configuration.maximumCancellationDuration = .seconds(5)
        try await ServiceGroup(configuration: configuration).run()
    }

    /// Only developers need the group's own messages about starting and stopping.
    private static func quiet(_ logger: Logger) -> Logger {
        var logger = logger
        logger.logLevel = max(logger.logLevel, .warning)
        return logger
    }
}
