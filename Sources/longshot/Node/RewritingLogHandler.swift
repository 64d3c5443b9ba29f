// SPDX-License-Identifier: Apache-2.0
import Foundation
import Logging

/// Rewrites each text of a log and writes it to standard error, which may be a terminal: the event first, its details behind it.
struct RewritingLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.info

    private let label: String
    private let rewritten: @Sendable (String) -> String

    init(label: String, rewriting: @escaping @Sendable (String) -> String) {
        (self.label, rewritten) = (label, rewriting)
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let moment = Date().formatted(Date.ISO8601FormatStyle(timeZone: .current))
        Terminal.complain("\(moment) \(event.level) \(label): \(text(of: event))")
    }

    /// The event as one line without its time: `paired: grants=view peer=attic`.
    func text(of event: LogEvent) -> String {
        var details = metadata
        details.merge(metadataProvider?.get() ?? [:]) { $1 }
        details.merge(event.metadata ?? [:]) { $1 }
        if let error = event.error { details["error"] = "\(error)" }
        let shown = details.sorted { $0.key < $1.key }.map { "\($0.key)=\(rewritten("\($0.value)"))" }
        let message = rewritten("\(event.message)")
        return shown.isEmpty ? message : "\(message): \(shown.joined(separator: " "))"
    }
}
