// SPDX-License-Identifier: Apache-2.0
import Logging
import Pipelines

/// Writes what another handler writes, without the values that pipelines take from files.
struct DiscreetLogHandler: LogHandler {
    private var base: any LogHandler

    init(_ base: any LogHandler) {
        self.base = base
    }

    var logLevel: Logger.Level {
        get { base.logLevel }
        set { base.logLevel = newValue }
    }

    var metadata: Logger.Metadata {
        get { base.metadata }
        set { base.metadata = newValue.mapValues(Self.hiding) }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { base[metadataKey: key] }
        set { base[metadataKey: key] = newValue.map(Self.hiding) }
    }

    func log(event: LogEvent) {
        var event = event
        event.message = "\(PipelineSecrets.hiding(in: "\(event.message)"))"
        event.metadata = event.metadata?.mapValues(Self.hiding)
        if let error = event.error {
            event.metadata = event.metadata ?? [:]
            event.metadata?["error"] = Self.hiding("\(error)")
            event.error = nil
        }
        base.log(event: event)
    }

    private static func hiding(_ value: Logger.Metadata.Value) -> Logger.Metadata.Value {
        .string(PipelineSecrets.hiding(in: "\(value)"))
    }
}
