// SPDX-License-Identifier: Apache-2.0
import Logging
import Wire

/// Writes a log to standard error, which may be a terminal: what peers sent stands in it escaped.
struct EscapingLogHandler: LogHandler {
    private var base: StreamLogHandler

    /// A log with a label.
    init(label: String) {
        base = StreamLogHandler.standardError(label: label)
    }

    var metadata: Logger.Metadata {
        get { base.metadata }
        set { base.metadata = newValue.mapValues(Self.escaped) }
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
        set { base[metadataKey: key] = newValue.map(Self.escaped) }
    }

    func log(event: LogEvent) {
        var event = event
        event.message = "\(event.message.description.escaped())"
        event.metadata = event.metadata?.mapValues(Self.escaped)
        base.log(event: event)
    }

    private static func escaped(_ value: Logger.Metadata.Value) -> Logger.Metadata.Value {
        switch value {
        case .array(let values): .array(values.map(escaped))
        case .dictionary(let values): .dictionary(values.mapValues(escaped))
        default: .string(value.description.escaped())
        }
    }
}
