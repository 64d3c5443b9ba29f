// SPDX-License-Identifier: Apache-2.0
import Wire

/// A still as the command line reports it in JSON.
struct StillReport: Codable, Sendable, Equatable {
    var path: String?
    var id: String
    var type: String
    var width: Int
    var height: Int
    var bytes: Int
    var sha256: String
    /// RFC 3339, UTC.
    var askedAt: String
    /// RFC 3339, UTC.
    var shownAt: String
    var shownTick: Int64
    var skewMilliseconds: Double
    var uncertaintyMilliseconds: Double
    var clamped: Bool
    var source: String
    /// Where it is to be stored: `camera`, `recorder` or `both`.
    var save: String
    /// The ids of the recorders that get it.
    var recipients: [String]
    /// The ids of the recorders that have stored it; nil while none has.
    var receivedBy: [String]?
    var transferMilliseconds: Double?

    init(_ still: Still, path: String?, transferMilliseconds: Double? = nil) {
        (self.path, id, type, width, height) = (path, still.id, still.type, still.width, still.height)
        (bytes, sha256, source) = (still.bytes, still.sha256, still.source.rawValue)
        (askedAt, shownAt) = (Format.moment(still.askedAt), Format.moment(still.shownAt))
        (shownTick, clamped) = (still.tick, still.clamped)
        (save, recipients, receivedBy) = (still.save.rawValue, still.recipients, still.receivedBy)
        skewMilliseconds = Double(still.skew) / 1e6
        uncertaintyMilliseconds = Double(still.uncertainty) / 1e6
        self.transferMilliseconds = transferMilliseconds
    }
}
