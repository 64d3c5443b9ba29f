// SPDX-License-Identifier: Apache-2.0
import Logging

/// Rewrites each text of a log and writes it to standard error, which may be a terminal.
struct RewritingLogHandler: LogHandler {
    private var base: StreamLogHandler
    private let rewritten: @Sendable (String) -> String

    init(label: String, rewriting: @escaping @Sendable (String) -> String) {
        base = StreamLogHandler.standardError(label: label)
        rewritten = rewriting
    }

    var metadata: Logger.Metadata {
        get { base.metadata }
        set { base.metadata = newValue.mapValues(value) }
    }

    var metadataProvider: Logger.MetadataProvider? {
        get { base.metadataProvider }
        set { base.metadataProvider = newValue }
    }

    var logLevel: Logger.Level {
        get { base.logLevel }
        set { base.logLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { base[metadataKey: key] }
        set { base[metadataKey: key] = newValue.map(value) }
    }

    func log(event: LogEvent) {
        var event = event
        event.message = "\(rewritten("\(event.message)"))"
        event.metadata = event.metadata?.mapValues(value)
        if let error = event.error {
            event.metadata = event.metadata ?? [:]
            event.metadata?["error"] = value("\(error)")
            event.error = nil
        }
        base.log(event: event)
    }

    private func value(_ value: Logger.Metadata.Value) -> Logger.Metadata.Value { .string(rewritten("\(value)")) }
}
