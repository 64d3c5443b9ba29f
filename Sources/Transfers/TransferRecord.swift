// SPDX-License-Identifier: Apache-2.0
import Wire

/// What a node remembers of a file beyond its own life: `.transfers/ID.json` beside the received files.
struct TransferRecord: Codable, Sendable {
    /// As it was when it was written.
    var progress: TransferProgress
    /// What the sender called it.
    var label: String
}
