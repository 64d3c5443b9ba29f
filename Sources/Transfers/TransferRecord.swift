// SPDX-License-Identifier: Apache-2.0
import Wire

/// The state of a received file that survives a restart: `.transfers/ID.json` beside the received files.
struct TransferRecord: Codable, Sendable {
    /// The progress when the record was written.
    var progress: TransferProgress
    /// The name that the sender gave it.
    var label: String
    /// When the received file was last written, in nanoseconds since 1970; absent in records of earlier versions.
    var written: Int64?
}
