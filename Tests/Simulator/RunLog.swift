// SPDX-License-Identifier: Apache-2.0
import Logging

/// The log of a run, with virtual times; printed when the run is traced.
final class RunLog: @unchecked Sendable {
    let isTraced: Bool
    private(set) var complaints: [String] = []

    init(isTraced: Bool) { self.isTraced = isTraced }

    func say(_ who: String, _ text: String) {
        guard isTraced else { return }
        let milliseconds = (Scheduler.shared.now - Scheduler.beginning) / 1_000_000
        let fraction = "\(milliseconds % 1_000)"
        print("\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction) \(who): \(text)")
    }

    /// A logger for a node.
    func logger(_ who: String) -> Logger {
        var logger = Logger(label: who) { [self] label in
            if isTraced { return Handler(log: self, label: label) }
            return SwiftLogNoOpLogHandler()
        }
        logger.logLevel = Logger.Level.debug
        return logger
    }

    private struct Handler: LogHandler {
        let log: RunLog
        let label: String
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.debug

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let words = (event.metadata ?? [:]).map { "\($0)=\($1)" }.sorted().joined(separator: " ")
            log.say(label, "\(event.level) \(event.message) \(words)")
        }
    }
}
